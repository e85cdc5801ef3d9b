// What a public page says about itself. Page modules export one as `meta`; the head, the structured data and the sitemap
// are made from it at build. Texts may hold facts: fact("price.range") is an expression of the template there.

import type { SectionName } from "~/api/page-data";

export interface PageMeta {
  /** Without the brand, which is appended. */
  title: string;
  description: string;
  /** The page's name in breadcrumbs. */
  label: string;
  /** The social card, public/og/<name>.jpg, 1200 x 630. */
  card: { name: string; alt: string };
  /** Pictures of the page by name (content/pictures.json): listed in the sitemap; the first is the page's main one. */
  pictures?: string[];
  /** The section with the questions that the page shows. */
  questions?: SectionName;
  /** Set where the page offers a service; `priced` adds the company's price range. */
  service?: { type: string; priced: boolean };
  /** Set where the page may describe the company as a local business. */
  business?: boolean;
  /** The day the words last changed, YYYY-MM-DD. */
  changed: string;
}
