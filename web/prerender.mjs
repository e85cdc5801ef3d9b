// The last step of the build: draws every page with the server build, writes the templates and pages.json, copies public/
// and packs the text files. The server fills the tokens; see app/site/slots.tsx for their forms.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = resolve(process.env.DIST_DIR ?? "dist");
const read = (...parts) => readFileSync(join(dist, ...parts), "utf8");
const write = (file, text) => writeFileSync(join(dist, "pages", file), text);

/** Styles up to this size (packed) are written into the public pages, which saves a round trip before the first paint. */
const INLINE_LIMIT = 24 * 1024;

const manifest = JSON.parse(read("manifest.json"));
const entry = `/${manifest["app/entry-client.tsx"].file}`;
const siteCss = manifest["app/site.css"].file;
const staffCss = manifest["app/staff.css"].file;

const inline = readFileSync("app/inline.js", "utf8")
  .replace(/^\s*\/\/.*\n/gm, "")
  .replace(/\n\s*/g, "\n")
  .trim();
const script = (start) => `<script>${inline.replace("%ENTRY%", entry).replace("%START%", start)}</script>`;

const css = read(siteCss);
const publicStyle =
  brotliCompressSync(css).length <= INLINE_LIMIT
    ? `<style>${css}</style>`
    : `<link rel="stylesheet" href="/${siteCss}">`;

/** The face of the running text, asked for before the first picture: it is what the first paint waits for. */
const textFace = css.match(/\/assets\/figtree-[\w-]+\.woff2/)[0];
const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${textFace}">`;

/** Pages of visitors load the code late; pages of staff load it at once. */
function assets(area) {
  if (area === "site") return preload + script("idle") + publicStyle;
  return `${script("at once")}<link rel="modulepreload" href="${entry}"><link rel="stylesheet" href="/${staffCss}">`;
}

/** The markers that slots.tsx leaves become comments; the empty comments keep neighbouring texts apart for hydration. */
const withComments = (html) => html.replace(/<x-slot data-form="([^"]+)"><\/x-slot>/g, "<!-- --><!--$1--><!-- -->");

function page({ head, body, area, drawnFor }) {
  const path = drawnFor === null ? "" : ` data-path="${drawnFor}"`;
  return `<!doctype html><html lang="en-US"><head>${withComments(head)}${assets(area)}</head><body><div id="root"${path}>${withComments(body)}</div><script type="application/json" id="page">⟦page|json⟧</script></body></html>`;
}

/** The inline scripts that run in a document, as the content policy names them: the server trusts these and no others. */
function scriptsOf(html) {
  const texts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((found) => found[1]);
  if (texts.some((text) => text.includes("⟦")))
    throw new Error("A script that the server fills cannot be trusted by its hash.");
  return texts.map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
}

const { drawAll } = await import(pathToFileURL(join(dist, ".server", "entry-server.js")));
const { pages, documents, texts } = await drawAll();

mkdirSync(join(dist, "pages"), { recursive: true });
for (const document of documents) {
  const html = page(document);
  write(document.file, html);
  for (const row of pages.filter(({ file, post }) => document.file === file || document.file === post)) {
    row.scripts = [...new Set([...(row.scripts ?? []), ...scriptsOf(html)])];
    row.analytics = document.area === "site";
  }
}
for (const [file, text] of texts) write(file, text);
writeFileSync(join(dist, "pages.json"), `${JSON.stringify({ pages }, null, 1)}\n`);

if (existsSync("public")) cpSync("public", join(dist, "static"), { recursive: true });
rmSync(join(dist, ".server"), { recursive: true });
rmSync(join(dist, "manifest.json"));

/** Writes packed neighbours of every text file below `folder`. */
function pack(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) pack(file);
    else if (/\.(js|css|svg|txt|json|webmanifest|xml)$/.test(name)) {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}
pack(join(dist, "assets"));
if (existsSync(join(dist, "static"))) pack(join(dist, "static"));
console.log(`${documents.length} pages and ${texts.size} texts written to ${join(dist, "pages")}.`);
