// The worker that looks at one picture and answers what is asked about it.
import type { FoundEdge, Layers } from "../engine";
import { doorAround, windowAround } from "./box";
import { layersOf } from "./layers";
import type { Answer, Asked, Name, Question, Reply } from "./messages";
import { magnetsOf, roofEdges } from "./roof";
import { skyOf, smallOf } from "./sky";
import { rollOf, straightPieces } from "./straight";
import { type Magnet, snapped, traced } from "./trace";
import { brightened, type View, viewOf } from "./view";

/** What is known of the picture once it was looked at. */
interface Seen {
  view: View;
  edges: FoundEdge[];
  magnets: Magnet[];
  layers: ReturnType<typeof layersOf>;
}

let seen: Seen | undefined;

function looked(image: ImageBitmap): number {
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  image.close();
  const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const raised = brightened(pixels);
  const view = viewOf(pixels, width, height);
  const small = smallOf(view);
  const pieces = straightPieces(view);
  const roll = rollOf(pieces, height);
  const edges = roofEdges(view, pieces, skyOf(view, [], [], small).alpha, roll);
  seen = { view, edges, magnets: magnetsOf(edges), layers: layersOf(view, { small, edges, roll, raised }) };
  return roll;
}

const answers: { [N in Exclude<Name, "look">]: (asked: Asked<N>, seen: Seen) => Answer<N> } = {
  snap: ({ tap, reach }, { view, magnets }) => snapped(view, magnets, tap, reach),
  trace: ({ from, to }, { view }) => traced(view, from, to),
  edges: (_, { edges }) => edges,
  door: (tap, { view }) => doorAround(view, tap),
  window: (tap, { view }) => windowAround(view, tap),
  layers: (drawn, { layers }) => layers(drawn),
};

function answered({ name, asked }: Question): Answer<Name> {
  if (name === "look") return looked(asked as ImageBitmap);
  if (!seen) throw new Error("No picture was shown yet.");
  const answer = answers[name] as (asked: Asked<Name>, seen: Seen) => Answer<Name>;
  return answer(asked, seen);
}

self.onmessage = ({ data: question }: MessageEvent<Question>) => {
  const { number } = question;
  try {
    const answer = answered(question);
    const handed = question.name === "layers" ? [(answer as Layers).mask.buffer] : [];
    self.postMessage({ number, answer } satisfies Reply, { transfer: handed });
  } catch (fault) {
    self.postMessage({ number, fault: String(fault) } satisfies Reply);
  }
};
