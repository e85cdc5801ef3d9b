import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "residential",
  description: "residential",
  label: "residential",
  card: { name: "residential", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>residential</h1>;
}
