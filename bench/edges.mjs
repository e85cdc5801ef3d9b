// Taps on the roof edges of photos whose every edge is known, as the studio takes them. Reads photos and edges from the file that is its
// argument; answers with one row for each photo. `python -m bench.rooflines` calls it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../web", import.meta.url));
const { createServer } = await import(`${WEB}/node_modules/vite/dist/node/index.js`);
const { photos, draws, jitter, reach, close } = JSON.parse(readFileSync(process.argv[2], "utf8"));

const vite = await createServer({
  root: WEB,
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, ws: false },
});
const load = (name) => vite.ssrLoadModule(`/app/studio/vision/${name}.ts`);
const [{ looked }, { snapped, traced }] = await Promise.all(["looking", "trace"].map(load));

/** Evenly spread and normal numbers, the same in every run. */
function chance(seed) {
  let state = seed;
  const even = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even());
}

function fromPiece({ x, y }, [a, b]) {
  const [u, v] = [b.x - a.x, b.y - a.y];
  const share = Math.min(Math.max(((x - a.x) * u + (y - a.y) * v) / (u * u + v * v), 0), 1);
  return Math.hypot(x - a.x - share * u, y - a.y - share * v);
}

const pairs = (points) => points.slice(1).map((b, i) => [points[i], b]);
const between = (a, b, share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** An edge is a band, from the roof's outer line down to where bulbs hang: fascia and gutter draw lines of their own in it. */
function band({ points, bulbs }) {
  const [from, to] = [points, bulbs].map((line) => between(line[0], line[1], 0.5));
  return [0, 0.25, 0.5, 0.75, 1].map((share) =>
    points.map(({ x, y }) => ({ x: x + (to.x - from.x) * share, y: y + (to.y - from.y) * share })),
  );
}

const off = (place, lines) => Math.min(...lines.flatMap(pairs).map((piece) => fromPiece(place, piece)));

function along(points) {
  return pairs(points).flatMap(([a, b]) => Array.from({ length: 21 }, (_, i) => between(a, b, i / 20)));
}

function measured({ name, file, width, height, edges }) {
  const started = performance.now();
  const { view, edges: found } = looked(new Uint8ClampedArray(readFileSync(file)), width, height);
  const seconds = (performance.now() - started) / 1000;
  const normal = chance(1);
  const rows = edges.map(({ name: edge, points, bulbs }) => {
    const lines = band({ points, bulbs });
    const offs = [];
    for (let draw = 0; draw < draws; draw++) {
      for (const [a, b] of pairs(points)) {
        const ends = [a, b].map(({ x, y }) =>
          snapped(view, found, { x: x + jitter * normal(), y: y + jitter * normal() }, reach),
        );
        const way = along(traced(view, ...ends));
        offs.push({
          ends: ends.map((end) => off(end, lines)),
          way: Math.max(...way.map((place) => off(place, lines))),
        });
      }
    }
    return { edge, offs };
  });
  const known = edges.filter((edge) =>
    band(edge).some((line) => {
      const covered = along(line).filter((place) => found.some((one) => off(place, [one.points]) < close));
      return covered.length > 0.7 * along(line).length;
    }),
  );
  return { name, seconds, rows, found: known.length, of: edges.length, offered: found.length };
}

process.stdout.write(JSON.stringify(photos.map(measured)));
await vite.close();
