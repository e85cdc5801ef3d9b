import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "about",
  description: "about",
  label: "about",
  card: { name: "about", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>about</h1>;
}
