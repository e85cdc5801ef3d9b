import type { PageMeta } from "../seo/meta";

export const meta: PageMeta = {
  title: "financing",
  description: "financing",
  label: "financing",
  card: { name: "financing", alt: "" },
  changed: "2026-11-20",
};

export default function Page() {
  return <h1>financing</h1>;
}
