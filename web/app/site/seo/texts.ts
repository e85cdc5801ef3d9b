// The files that machines read: sitemap, robots, feed, web manifest and llms.txt. Templates like the pages: the server puts in
// its own address, the company's facts and the posts.

import { expression, expressionRow, jsonOf, type OpenPost, statement, textAt } from "~/api/page-data";
import pictures from "../content/pictures.json";
import { fact, postAddress } from "../slots";
import type { PageMeta } from "./meta";

export interface Text {
  path: string;
  file: string;
  type: string;
  needs: string[];
  text: string;
}

/** A page that search engines may list. */
export interface ListedPage {
  path: string;
  meta: PageMeta;
}

const SITE = textAt("publicUrl");

const PICTURES: Record<string, { widths: number[] }> = pictures;

function imageTag(name: string): string {
  const widths = PICTURES[name]?.widths;
  if (!widths) return "";
  return `<image:image><image:loc>${SITE}/img/${name}-${Math.max(...widths)}.jpg</image:loc></image:image>`;
}

function sitemap(pages: ListedPage[]): string {
  const entries = pages.map(({ path, meta }) => {
    const images = (meta.pictures ?? []).map(imageTag).join("");
    return `<url><loc>${SITE}${path}</loc><lastmod>${meta.changed}</lastmod>${images}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join("\n")}
</urlset>
`;
}

const robots = `User-agent: *
Disallow: /api/

Sitemap: ${SITE}/sitemap.xml
`;

function entry(post: OpenPost): string {
  const address = `${SITE}${postAddress(post.id)}`;
  return `<entry>
<id>${address}</id>
<title>${post.title}</title>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${post.createdAt}</published>
<updated>${post.updatedAt}</updated>
<author><name>${post.author}</name></author>
<category term="${post.category}"/>
<summary>${post.excerpt}</summary>
</entry>
`;
}

/** Of the whole feed: the last change of what it tells of; without posts the day on which the blog's own words changed. */
const updated = (changed: string) =>
  `${statement("if posts")}${expression('posts|map(attribute="updatedAt")|max')}${statement("else")}${changed}T00:00:00Z${statement("endif")}`;

const feed = (changed: string) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<id>${SITE}/feed.xml</id>
<title>${fact("brand")} Blog</title>
<updated>${updated(changed)}</updated>
<link rel="self" type="application/atom+xml" href="${SITE}/feed.xml"/>
<link rel="alternate" type="text/html" href="${SITE}/blog"/>
${statement("for row in posts")}${entry(expressionRow("row"))}${statement("endfor")}</feed>
`;

const LOOK = {
  background_color: "#FAF8F4",
  theme_color: "#0A0F1E",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

const webManifest = jsonOf({
  name: fact("brand"),
  short_name: fact("brand"),
  description: fact("tagline"),
  start_url: "/",
  display: "browser",
  ...LOOK,
});

/** The panel as an app of its own on a phone. Its scope holds the sign-in too, which would open in a browser otherwise. */
const panelManifest = jsonOf({
  id: "/panel",
  name: `${fact("brand")} Staff Panel`,
  short_name: fact("brand"),
  start_url: "/panel/work-orders?view=today",
  scope: "/",
  display: "standalone",
  ...LOOK,
});

function llms(pages: ListedPage[]): string {
  const lines = pages.map(({ path, meta }) => `- [${meta.label}](${SITE}${path}): ${meta.description}`);
  return `# ${fact("brand")}

> ${fact("tagline")} Permanent outdoor LED lighting, sold and installed for ${fact("serviceArea")}.

- Hours: ${fact("hours")}; email replies ${fact("emailResponse")}
- Installation: usually ${fact("installTime")}
- Typical residential cost: ${fact("price.range")}
- Warranty: ${fact("warranty.productYears")} years product, ${fact("warranty.laborYears")} years labor, lifetime support access

## Pages

${lines.join("\n")}
`;
}

export function texts(pages: ListedPage[]): Text[] {
  const changed = pages.find(({ path }) => path === "/blog")?.meta.changed ?? "";
  return [
    {
      path: "/sitemap.xml",
      file: "sitemap.xml",
      type: "application/xml; charset=utf-8",
      needs: [],
      text: sitemap(pages),
    },
    { path: "/robots.txt", file: "robots.txt", type: "text/plain; charset=utf-8", needs: [], text: robots },
    {
      path: "/feed.xml",
      file: "feed.xml",
      type: "application/atom+xml; charset=utf-8",
      needs: ["posts"],
      text: feed(changed),
    },
    {
      path: "/site.webmanifest",
      file: "site.webmanifest",
      type: "application/manifest+json",
      needs: [],
      text: webManifest,
    },
    {
      path: "/panel.webmanifest",
      file: "panel.webmanifest",
      type: "application/manifest+json",
      needs: [],
      text: panelManifest,
    },
    { path: "/llms.txt", file: "llms.txt", type: "text/plain; charset=utf-8", needs: [], text: llms(pages) },
  ];
}
