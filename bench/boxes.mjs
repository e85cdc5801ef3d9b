// Doors that are tapped in photos whose every door is known, as the studio finds them. Reads photos and taps from the file that is its
// argument; answers with the corners and the tilt that were found. `python -m bench.rooflines` and the tests of boxes call it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../web", import.meta.url));
const { createServer } = await import(`${WEB}/node_modules/vite/dist/node/index.js`);
const photos = JSON.parse(readFileSync(process.argv[2], "utf8"));

const vite = await createServer({
  root: WEB,
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, ws: false },
});
const load = (name) => vite.ssrLoadModule(`/app/studio/vision/${name}.ts`);
const [{ brightened, viewOf }, { doorAround }, { rollOf, straightPieces }] = await Promise.all(
  ["view", "box", "straight"].map(load),
);

function boxed({ file, width, height, tap }) {
  const pixels = new Uint8ClampedArray(readFileSync(file));
  brightened(pixels);
  const view = viewOf(pixels, width, height);
  return { roll: rollOf(straightPieces(view), height), box: doorAround(view, tap) };
}

process.stdout.write(JSON.stringify(photos.map(boxed)));
await vite.close();
