// The page's structured data (schema.org, JSON-LD): one graph with stable ids. It says only what the page says; there are no
// reviews and no ratings in it. The server decides by the facts which members stay.

import { expressionRow, type Item, jsonOf, type Post, type SectionName, statement, textAt } from "~/api/page-data";
import pictures from "../content/pictures.json";
import { fact, postAddress } from "../slots";
import type { PageMeta } from "./meta";

type Members = Record<string, unknown>;

const SITE = textAt("publicUrl");
const ORGANIZATION = `${SITE}/#organization`;
const WEBSITE = `${SITE}/#website`;

const inner = (members: Members) => jsonOf(members).slice(1, -1);

/** Members that stay only where their fact is set, each with its comma; they stand before those that always stay. */
const whereSet = (optional: Record<string, Members>) =>
  Object.entries(optional)
    .map(([name, more]) => `${statement(`if facts.${name}`)}${inner(more)},${statement("endif")}`)
    .join("");

const OPEN = whereSet({ openingHours: { openingHours: fact("openingHours") } });

const ALWAYS_ORGANIZATION = inner({ "@type": "Organization" });

/** A company with an address is a place that can be visited; others stay an organization. */
const LOCAL_BUSINESS = inner({
  "@type": "HomeAndConstructionBusiness",
  address: fact("address"),
  priceRange: fact("price.range"),
});

function organization(business: boolean): string {
  const type = business
    ? `${statement("if facts.address")}${OPEN}${LOCAL_BUSINESS}${statement("else")}${ALWAYS_ORGANIZATION}${statement("endif")}`
    : ALWAYS_ORGANIZATION;
  const reach = whereSet({ phone: { telephone: fact("phone.display") }, email: { email: fact("email") } });
  const members = inner({
    "@id": ORGANIZATION,
    name: fact("brand"),
    legalName: fact("legalName"),
    url: `${SITE}/`,
    logo: `${SITE}/icon-512.png`,
    contactPoint: { "@type": "ContactPoint", contactType: "customer support", url: `${SITE}/support` },
    ...(business && { areaServed: fact("serviceArea") }),
  });
  return `{${type},${reach}${members}}`;
}

interface Measures {
  width: number;
  height: number;
  widths: number[];
}

/** A rendered picture of the page, with the honest credit. */
function picture(name: string, caption: string): Members | null {
  const measures = (pictures as Record<string, Measures>)[name];
  if (!measures) return null;
  const width = Math.max(...measures.widths);
  return {
    "@type": "ImageObject",
    "@id": `${SITE}/img/${name}#picture`,
    contentUrl: `${SITE}/img/${name}-${width}.jpg`,
    caption,
    width,
    height: Math.round((measures.height * width) / measures.width),
    creator: { "@id": ORGANIZATION },
    creditText: "Computer-rendered visualization",
    digitalSourceType: "https://cv.iptc.org/newscodes/digitalsourcetype/virtualRecording",
  };
}

function service(path: string, meta: PageMeta, offered: NonNullable<PageMeta["service"]>): Members {
  const price = {
    "@type": "PriceSpecification",
    minPrice: fact("price.low"),
    maxPrice: fact("price.high"),
    priceCurrency: "USD",
  };
  return {
    "@type": "Service",
    "@id": `${SITE}${path}#service`,
    name: meta.label,
    serviceType: offered.type,
    provider: { "@id": ORGANIZATION },
    areaServed: fact("serviceArea"),
    ...(offered.priced && { offers: { "@type": "Offer", priceSpecification: price } }),
  };
}

function posting(post: Post): Members {
  const address = `${SITE}${postAddress(post.id)}`;
  return {
    "@type": "BlogPosting",
    "@id": address,
    url: address,
    headline: post.title,
    description: post.excerpt,
    articleSection: post.category,
    datePublished: post.createdAt,
    author: { "@type": "Person", name: post.author },
    image: `${SITE}${post.image}`,
    isPartOf: { "@id": `${SITE}/blog#blog` },
    publisher: { "@id": ORGANIZATION },
  };
}

/** The posts of the blog, after the other nodes and each with its comma. */
function postings(path: string, post: boolean): string {
  if (path !== "/blog") return "";
  if (!post) return `${statement("for row in posts")},${jsonOf(posting(expressionRow("row")))}${statement("endfor")}`;
  const open = expressionRow<Post>("post");
  return `,${jsonOf({ ...posting(open), dateModified: open.updatedAt })}`;
}

function crumbs(path: string, meta: PageMeta): Members {
  const item = (position: number, name: string, url: string) => ({ "@type": "ListItem", position, name, item: url });
  return {
    "@type": "BreadcrumbList",
    itemListElement: [item(1, "Home", `${SITE}/`), item(2, meta.label, `${SITE}${path}`)],
  };
}

/** The questions that the page shows, as a node with its comma; none where there are none. */
function questions(section: SectionName): string {
  const { title, text } = expressionRow<Item>("row");
  const one = jsonOf({ "@type": "Question", name: title, acceptedAnswer: { "@type": "Answer", text } });
  const comma = `${statement("if not loop.last")},${statement("endif")}`;
  const all = `${statement(`for row in sections.${section}`)}${one}${comma}${statement("endfor")}`;
  return `${statement(`if sections.${section}`)},{"@type":"FAQPage","mainEntity":[${all}]}${statement("endif")}`;
}

export function structuredData(path: string, meta: PageMeta, post: boolean): string {
  const images = (meta.pictures ?? []).map((name) => picture(name, meta.title)).filter((image) => image !== null);
  const [main] = images;
  const page: Members = {
    "@type": "WebPage",
    "@id": `${SITE}${path}#page`,
    url: `${SITE}${path}`,
    name: meta.title,
    description: meta.description,
    isPartOf: { "@id": WEBSITE },
    about: { "@id": ORGANIZATION },
    inLanguage: "en-US",
    ...(main && { primaryImageOfPage: { "@id": main["@id"] } }),
  };
  const nodes: Members[] = [
    { "@type": "WebSite", "@id": WEBSITE, url: `${SITE}/`, name: fact("brand"), publisher: { "@id": ORGANIZATION } },
    page,
    ...(path === "/" ? [] : [crumbs(path, meta)]),
    ...(meta.service ? [service(path, meta, meta.service)] : []),
    ...(path === "/blog"
      ? [{ "@type": "Blog", "@id": `${SITE}/blog#blog`, url: `${SITE}/blog`, name: meta.label }]
      : []),
    ...images,
  ];
  const graph = [organization(meta.business ?? false), ...nodes.map(jsonOf)].join(",");
  const asked = meta.questions ? questions(meta.questions) : "";
  return `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[${graph}${asked}${postings(path, post)}]}</script>`;
}
