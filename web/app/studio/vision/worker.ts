// The worker that looks at one picture and answers what is asked about it.
import type { Layers } from "../engine";
import { doorAround, windowAround } from "./box";
import { looked, type Seen } from "./looking";
import type { Answer, Asked, Name, Question, Reply } from "./messages";
import { snapped, traced } from "./trace";

let seen: Seen | undefined;

function lookedAt(image: ImageBitmap): number {
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  image.close();
  const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  seen = looked(pixels, width, height);
  return seen.roll;
}

const answers: { [N in Exclude<Name, "look">]: (asked: Asked<N>, seen: Seen) => Answer<N> } = {
  snap: ({ tap, reach }, { view, edges }) => snapped(view, edges, tap, reach),
  trace: ({ from, to }, { view }) => traced(view, from, to),
  edges: (_, { edges }) => edges,
  door: (tap, { view }) => doorAround(view, tap),
  window: (tap, { view }) => windowAround(view, tap),
  layers: (drawn, { layers }) => layers(drawn),
};

function answered({ name, asked }: Question): Answer<Name> {
  if (name === "look") return lookedAt(asked as ImageBitmap);
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
