import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "blog",
  description: "blog",
  label: "blog",
  card: { name: "blog", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>blog</h1>;
}
