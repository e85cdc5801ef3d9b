// What the build draws: every page as HTML with its head, and the texts that machines read. prerender.mjs writes them.
import { prerender } from "react-dom/static";
import { App } from "./app";
import { faults, layouts, type Route, routes } from "./routes";
import { privateHead, publicHead } from "./site/seo/head";
import { type ListedPage, texts } from "./site/seo/texts";
import { PostTemplate } from "./site/slots";

export interface Page {
  /** Null for the pages of a status, which answer at any address. */
  path: string | null;
  file: string;
  type: string;
  status: number;
  /** Whether search engines may list it. */
  index: boolean;
  needs: string[];
  post?: string;
}

export interface Document {
  file: string;
  area: Route["area"];
  /** The address the page is drawn for; null where one shell serves many. */
  drawnFor: string | null;
  head: string;
  body: string;
}

const HTML = "text/html; charset=utf-8";

async function draw(route: Route, file: string, post = false): Promise<Document> {
  const { meta } = await route.Screen.load();
  await layouts[route.area].load();
  // Without a limit everything is drawn in place; with one, React hides what lies beyond it behind inline scripts.
  const { prelude } = await prerender(
    <PostTemplate value={post}>
      <App path={route.path} />
    </PostTemplate>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return {
    file,
    area: route.area,
    drawnFor: route.area === "panel" ? null : route.path,
    head: meta ? publicHead(route.path, meta, post) : privateHead(route.title ?? ""),
    body: await new Response(prelude).text(),
  };
}

/** The public pages and what each says about itself, in the order of the routes. */
function listedPages(): Promise<ListedPage[]> {
  const ofSite = routes.filter(({ area }) => area === "site");
  return Promise.all(
    ofSite.map(async ({ path, Screen }) => {
      const { meta } = await Screen.load();
      if (!meta) throw new Error(`The page of ${path} exports no meta.`);
      return { path, meta };
    }),
  );
}

/** Everything that is built, in the order of the routes. */
export async function drawAll(): Promise<{ pages: Page[]; documents: Document[]; texts: Map<string, string> }> {
  const all = [...routes, ...faults];
  const pages: Page[] = all.map((route) => {
    const fault = faults.includes(route);
    return {
      path: fault ? null : route.path,
      file: route.file,
      type: HTML,
      status: fault ? Number(route.path.slice(1)) : 200,
      index: route.area === "site" && !fault,
      needs: route.needs ?? [],
      ...(route.post && { post: route.post }),
    };
  });
  const documents: Document[] = [];
  for (const route of all) {
    if (documents.some(({ file }) => file === route.file)) continue;
    documents.push(await draw(route, route.file));
    if (route.post) documents.push(await draw(route, route.post, true));
  }
  const machine = texts(await listedPages());
  for (const { file, type, needs, path } of machine) {
    pages.push({ path, file, type, status: 200, index: true, needs });
  }
  return { pages, documents, texts: new Map(machine.map(({ file, text }) => [file, text])) };
}
