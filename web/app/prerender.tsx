// The last step of the build: draws every page once with React and writes it as a template for the server to fill
// (docs/pages.md), lists them all in pages.json, copies public/ and packs the text files.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { prerender } from "react-dom/static";
import { expression } from "./api/page-data";
import { App } from "./app";
import { faults, layouts, type Route, routes } from "./routes";
import { privateHead, publicHead } from "./site/seo/head";
import { type ListedPage, texts } from "./site/seo/texts";
import { PostTemplate } from "./site/slots";
import { complete, filesOf, KEPT, LEFT_OUT, weighed, workerOf } from "./worker/listing";

/** A row of pages.json. */
interface PageEntry {
  /** Null for the pages of a status, which answer at any address. */
  path: string | null;
  file: string;
  type: string;
  status: number;
  /** Whether search engines may list it. */
  index: boolean;
  needs: string[];
  /** The sections that it shows of what the company fills in. */
  sections?: string[];
  /** The template for one post. */
  post?: string | undefined;
  /** Hashes of the inline scripts that may run in it, and in no other. */
  scripts?: string[];
  analytics?: boolean;
}

/** Styles up to this size (packed) are written into the public pages, which saves a round trip before the first paint. */
const INLINE_LIMIT = 24 * 1024;
const HTML = "text/html; charset=utf-8";

const dist = resolve(process.env.DIST_DIR ?? "dist");
const read = (...parts: string[]) => readFileSync(join(dist, ...parts), "utf8");
const write = (file: string, text: string) => writeFileSync(join(dist, "pages", file), text);

const manifest = JSON.parse(read("manifest.json"));
const entry = `/${manifest["app/entry-client.tsx"].file}`;
const siteCss = manifest["app/site.css"].file;
const staffCss = manifest["app/staff.css"].file;

/** A script of ours without its comments and indents. */
const scriptIn = (file: string) =>
  readFileSync(file, "utf8")
    .replace(/^\s*\/(\/|\*\*).*\n/gm, "")
    .replace(/\n\s*/g, "\n")
    .trim();

const inline = scriptIn("app/inline.js");
const script = (start: string) => `<script>${inline.replace("%ENTRY%", entry).replace("%START%", start)}</script>`;

const css = read(siteCss);
const publicStyle =
  brotliCompressSync(css).length <= INLINE_LIMIT
    ? `<style>${css}</style>`
    : `<link rel="stylesheet" href="/${siteCss}">`;

/** A face of letters, asked for before the style that names it is read: what is drawn without it is laid out twice. */
function faceAhead(name: string): string {
  const [file] = css.match(new RegExp(`/assets/${name}-[\\w-]+\\.woff2`)) ?? [];
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`;
}

/** The code that every page of an area of staff begins with: named in the document, it is fetched at once and side by side. */
const firstCode = (layout: string): string =>
  filesOf(manifest, ["app/entry-client.tsx", layout])
    .filter((file) => file.endsWith(".js"))
    .map((file) => `<link rel="modulepreload" href="${file}">`)
    .join("");

/** Asks for the code of Today where the address is its own: beside that of the panel, instead of after it. */
const ofToday = (): string => {
  const all = filesOf(manifest, ["app/panel/records/work-orders/route.tsx", "app/panel/schedule/today/today.tsx"]);
  const first = new Set(filesOf(manifest, ["app/entry-client.tsx", "app/panel/layout/layout.tsx"]));
  const files = all.filter((file) => file.endsWith(".js") && !first.has(file));
  return `<script>${scriptIn("app/today-ahead.js").replace('["%FILES%"]', JSON.stringify(files))}</script>`;
};

/** Pages of visitors load the code late; pages of staff load it at once. */
const begin: Record<Route["area"], string> = {
  site: faceAhead("figtree") + script("idle") + publicStyle,
  login: `${script("at once")}<link rel="stylesheet" href="/${staffCss}">${firstCode("app/login-layout.tsx")}`,
  panel: `${faceAhead("figtree")}${faceAhead("bricolage")}${script("at once")}${ofToday()}<link rel="stylesheet" href="/${staffCss}">${firstCode("app/panel/layout/layout.tsx")}`,
};

/** The page as a document; `post` draws it with one post open. */
async function draw(route: Route, post: boolean): Promise<string> {
  const { meta } = await route.Screen.load();
  await layouts[route.area].load();
  // Without a limit everything is drawn in place; with one, React hides what lies beyond it behind inline scripts.
  const { prelude } = await prerender(
    <PostTemplate value={post}>
      <App path={route.path} />
    </PostTemplate>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const head = meta ? publicHead(route.path, meta, post) : privateHead(route.title ?? "");
  const body = await new Response(prelude).text();
  // The panel has one shell for many addresses; every other page is brought to life as what it was drawn for.
  const path = route.area === "panel" ? "" : ` data-path="${route.path}"`;
  const data = `<script type="application/json" id="page">${expression("page|tojson")}</script>`;
  return `<!doctype html><html lang="en-US"><head>${head}${begin[route.area]}</head><body><div id="root"${path}>${body}</div>${data}</body></html>`;
}

/** The inline scripts that run in a document, as the content policy names them: the server trusts these and no others. */
function scriptsOf(html: string): string[] {
  const found = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
  if (found.some((text) => text.includes("⟦")))
    throw new Error("A script that the server fills cannot be trusted by its hash.");
  return found.map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
}

/** The sections that a template asks for. */
const sectionsOf = (html: string): string[] => [...html.matchAll(/\bsections\.(\w+)/g)].map(([, name = ""]) => name);

/** The templates that were written, each with the hashes of its scripts and what it asks for. */
const written = new Map<string, { scripts: string[]; sections: string[] }>();

/** Writes a route's templates, of which the addresses of the panel share one, and says what the server needs to know. */
async function build(route: Route): Promise<PageEntry> {
  const { file, post, area, path, needs = [] } = route;
  const files = post ? [file, post] : [file];
  for (const name of files) {
    if (written.has(name)) continue;
    const html = await draw(route, name === post);
    write(name, html);
    written.set(name, { scripts: scriptsOf(html), sections: sectionsOf(html) });
  }
  const fault = faults.includes(route);
  const all = (part: "scripts" | "sections") => [...new Set(files.flatMap((name) => written.get(name)?.[part] ?? []))];
  return {
    path: fault ? null : path,
    file,
    type: HTML,
    status: fault ? Number(path.slice(1)) : 200,
    index: area === "site" && !fault,
    needs,
    post,
    sections: all("sections"),
    scripts: all("scripts"),
    analytics: area === "site",
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

/** How the encoder may write distances; which one packs a file best differs, by up to 0.3 %. */
const DISTANCES = [
  [0, 0],
  [0, 4],
  [1, 16],
] as const;

function packed(bytes: Buffer): Buffer {
  const ways = DISTANCES.map(([postfix, direct]) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  );
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
}

/** Writes packed neighbors of every text file below `folder`. */
function pack(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) pack(file);
    else if (/\.(js|css|svg|txt|json|webmanifest|xml)$/.test(name)) {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, packed(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}

/** Writes the service worker with its list, and what takes it away again; gives how much a phone fetches. */
function writeWorker(): number {
  const files = filesOf(manifest, KEPT);
  complete(manifest, KEPT, LEFT_OUT);
  const documents = ["panel.html", "login.html"].map((file) => read("pages", file));
  const keep = (file: string, text: string) => writeFileSync(join(dist, "static", file), text);
  keep("sw.js", workerOf(scriptIn("app/worker/worker.js"), files, documents));
  keep("sw-off.js", scriptIn("app/worker/worker-off.js"));
  return weighed(files, (file) => statSync(`${join(dist, file)}.br`).size);
}

mkdirSync(join(dist, "pages"), { recursive: true });
const pages: PageEntry[] = [];
for (const route of [...routes, ...faults]) pages.push(await build(route));
for (const { text, ...page } of texts(await listedPages())) {
  write(page.file, text);
  pages.push({ ...page, status: 200, index: true });
}
writeFileSync(join(dist, "pages.json"), `${JSON.stringify({ pages }, null, 1)}\n`);

if (existsSync("public")) cpSync("public", join(dist, "static"), { recursive: true });
rmSync(join(dist, ".server"), { recursive: true });
rmSync(join(dist, "manifest.json"));
pack(join(dist, "assets"));
mkdirSync(join(dist, "static"), { recursive: true });
const bytes = writeWorker();
pack(join(dist, "static"));
process.stdout.write(`${pages.length} pages and files written to ${join(dist, "pages")}.\n`);
process.stdout.write(`The service worker keeps ${bytes} bytes, packed.\n`);
