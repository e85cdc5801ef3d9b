import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "how-it-works",
  description: "how-it-works",
  label: "how-it-works",
  card: { name: "how-it-works", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>how-it-works</h1>;
}
