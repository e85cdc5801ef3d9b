// The head of a page. Everything is in the served HTML: who reads it need not run a script.
import { renderToStaticMarkup } from "react-dom/server";
import { textAt } from "~/api/page-data";
import { fact, postAddress } from "../slots";
import type { PageMeta } from "./meta";
import { structuredData } from "./structured-data";

const BRAND = fact("brand");
const SITE = textAt("publicUrl");

function Common({ manifest }: { manifest: string }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#FAF8F4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0A0F1E" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.ico" sizes="48x48" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={manifest} />
    </>
  );
}

function Private({ title }: { title: string }) {
  return (
    <>
      <Common manifest="/panel.webmanifest" />
      <title>{`${title} | ${BRAND}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

interface Words {
  title: string;
  description: string;
  address: string;
}

/** What the page says of itself: the page's own words, or those of the one post it shows. */
function wordsOf(path: string, meta: PageMeta, post: boolean): Words {
  if (!post) return { title: `${meta.title} | ${BRAND}`, description: meta.description, address: `${SITE}${path}` };
  return {
    title: `${textAt("post.title")} | ${BRAND}`,
    description: textAt("post.excerpt"),
    address: `${SITE}${postAddress(textAt("post.id"))}`,
  };
}

function Public({ path, meta, post }: { path: string; meta: PageMeta; post: boolean }) {
  const { title, description, address } = wordsOf(path, meta, post);
  const card = `${SITE}/og/${meta.card.name}.jpg`;
  return (
    <>
      <Common manifest="/site.webmanifest" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="index,follow,max-image-preview:large" />
      <link rel="canonical" href={address} />
      <link rel="alternate" type="application/atom+xml" title={`${BRAND} Blog`} href="/feed.xml" />
      <meta property="og:type" content={post ? "article" : "website"} />
      <meta property="og:site_name" content={BRAND} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={card} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={meta.card.alt} />
      <meta property="og:locale" content="en_US" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={card} />
      <meta name="twitter:image:alt" content={meta.card.alt} />
    </>
  );
}

/** The head of a public page: `post` when the page shows one post of the blog. */
export function publicHead(path: string, meta: PageMeta, post: boolean): string {
  return renderToStaticMarkup(<Public path={path} meta={meta} post={post} />) + structuredData(path, meta, post);
}

/** The head of a page that search engines leave out. */
export function privateHead(title: string): string {
  return renderToStaticMarkup(<Private title={title} />);
}
