import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "commercial",
  description: "commercial",
  label: "commercial",
  card: { name: "commercial", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>commercial</h1>;
}
