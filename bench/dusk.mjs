// Photos by day, lit by the studio's engine in Chromium: writes a picture of each by each hour. `python -m bench.dusk` calls it.
// With `rounds` it says how long a photo takes to its first dusk instead, a JSON line for each round.
// node dusk.mjs <asked>: {photos: [{name, file, known}], folder, chromium, ours, reference, rounds}
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../web", import.meta.url));
const { build } = await import(`${WEB}/node_modules/vite/dist/node/index.js`);
const { chromium } = await import(`${WEB}/node_modules/playwright-core/index.mjs`);
const asked = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** The engine as it is built for visitors, by address. */
async function engine() {
  const { output } = await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: { "~": `${WEB}/app` } },
    worker: { format: "es" },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: fileURLToPath(new URL("dusk-page.ts", import.meta.url)) },
    },
  });
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.code ?? file.source]));
  const entry = output.find((file) => file.isEntry);
  files.set("/", `<!doctype html><script type="module" src="/${entry.fileName}"></script>`);
  return files;
}

/** A folder of scripts that stands beside ours: its own page, driven by what its modules export. */
const beside = (folder) => ({
  get: (path) => {
    try {
      return readFileSync(folder + (path === "/" ? "/index.html" : path));
    } catch {
      return undefined;
    }
  },
});

/** In the page of the reference. */
async function litByReference(address, { lines, windows, front, spacing, evenings }) {
  const studio = await import("/studio.js");
  await studio.open(await (await fetch(address)).blob());
  const { state } = studio;
  const [[x0, bl], [x1, br]] = [front.left, front.right];
  const [left, right] = front.scales;
  // Its story is 9.5 ft high.
  state.ref = { kind: "story", x0, x1, bl, br, tl: bl - 9.5 * left, tr: br - 9.5 * right };
  state.lines = lines;
  for (const quad of windows) {
    const x = quad.reduce((sum, point) => sum + point.x / 4, 0);
    const y = quad.reduce((sum, point) => sum + point.y / 4, 0);
    // Beside the bars, as a person would.
    studio.tapWindow(x + (quad[1].x - quad[0].x) / 6, y + (quad[3].y - quad[0].y) / 6, 1);
  }
  studio.endLine();
  state.still = true;
  studio.set({ mode: "see", gap: spacing });
  const taken = [];
  for (const evening of evenings) {
    studio.set({ night: evening });
    const blob = await studio.png();
    taken.push(
      await new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
      }),
    );
  }
  return taken;
}

const TYPES = { js: "text/javascript", html: "text/html", jpg: "image/jpeg", css: "text/css" };
const browser = await chromium.launch({
  executablePath: asked.chromium,
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

async function opened(files, by) {
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  page.on("pageerror", (fault) => process.stderr.write(`${by}: ${fault}\n`));
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const photo = asked.photos.find(({ name }) => pathname === `/photos/${name}`);
    const body = photo ? readFileSync(photo.file) : files.get(pathname);
    if (body === undefined) return route.fulfill({ status: 404 });
    const type = photo ? "jpg" : pathname === "/" ? "html" : pathname.split(".").at(-1);
    return route.fulfill({ body: body instanceof Uint8Array ? Buffer.from(body) : body, contentType: TYPES[type] });
  });
  await page.goto("http://studio.localhost/");
  return page;
}

async function take(files, by, light) {
  const page = await opened(files, by);
  for (const { name, known } of asked.photos) {
    const pictures = await light(page, [`/photos/${name}`, known]);
    for (const [i, picture] of pictures.entries()) {
      const file = `${asked.folder}/${name}-${by}-${known.evenings[i]}.png`;
      writeFileSync(file, Buffer.from(picture.split(",")[1], "base64"));
    }
  }
  await page.close();
}

if (asked.rounds) {
  const files = await engine();
  for (let round = 0; round < asked.rounds; round++) {
    const page = await opened(files, "ours");
    await page.waitForFunction(() => window.timed);
    const found = await page.evaluate((name) => window.timed(`/photos/${name}`), asked.photos[0].name);
    process.stdout.write(`${JSON.stringify(found)}\n`);
    await page.close();
  }
}
if (asked.ours)
  await take(await engine(), "ours", async (page, given) => {
    await page.waitForFunction(() => window.lit);
    return page.evaluate(([address, known]) => window.lit(address, known), given);
  });
if (asked.reference)
  await take(beside(asked.reference), "reference", (page, given) =>
    page.evaluate(`(${litByReference})(...${JSON.stringify(given)})`),
  );
await browser.close();
