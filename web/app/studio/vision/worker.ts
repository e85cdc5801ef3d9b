// The worker that looks at one picture and answers what is asked about it.
import type { Layers } from "../engine";
import { doubtsOf } from "../picture/doubts";
import { doorAround, windowAround } from "./box";
import { looked, type Seen } from "./looking";
import type { Answer, Asked, Name, Question, Reply } from "./messages";
import { snapped, traced } from "./trace";

let seen: Seen | undefined;

/** Pixels on the longer side of the copy that is looked over for doubts. */
const GLANCE = 320;

function pixelsOf(image: ImageBitmap, share: number) {
  const [width, height] = [Math.round(image.width * share), Math.round(image.height * share)];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0, width, height);
  return [context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(), width, height] as const;
}

function lookedAt(image: ImageBitmap): Answer<"look"> {
  const doubts = doubtsOf(...pixelsOf(image, GLANCE / Math.max(image.width, image.height)));
  seen = looked(...pixelsOf(image, 1));
  image.close();
  return { roll: seen.roll, doubts };
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
