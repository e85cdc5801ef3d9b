import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "warranty",
  description: "warranty",
  label: "warranty",
  card: { name: "warranty", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>warranty</h1>;
}
