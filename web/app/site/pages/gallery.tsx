import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "gallery",
  description: "gallery",
  label: "gallery",
  card: { name: "gallery", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>gallery</h1>;
}
