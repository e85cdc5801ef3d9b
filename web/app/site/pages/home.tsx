import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "home",
  description: "home",
  label: "home",
  card: { name: "home", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>home</h1>;
}
