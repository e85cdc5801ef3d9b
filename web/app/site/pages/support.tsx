import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "support",
  description: "support",
  label: "support",
  card: { name: "support", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>support</h1>;
}
