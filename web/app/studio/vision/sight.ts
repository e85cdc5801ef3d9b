// Looks at a picture in a worker of its own, so that the page goes on meanwhile.
import type { OpenSight, Point } from "../engine";
import type { Answer, Asked, Name, Question, Reply } from "./messages";

interface Waiting {
  resolve: (answer: never) => void;
  reject: (fault: Error) => void;
}

export const openSight: OpenSight = async ({ image }) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, Waiting>();
  let number = 0;

  function ask<N extends Name>(name: N, asked: Asked<N>, handed: Transferable[] = []): Promise<Answer<N>> {
    number++;
    worker.postMessage({ number, name, asked } satisfies Question, handed);
    return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
  }

  function close() {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error("The picture was closed."));
    waiting.clear();
  }

  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asker = waiting.get(data.number);
    waiting.delete(data.number);
    if ("fault" in data) asker?.reject(new Error(data.fault));
    else asker?.resolve(data.answer as never);
  };
  worker.onerror = close;

  const copy = await createImageBitmap(image);
  const { roll, doubts } = await ask("look", copy, [copy]);
  return {
    roll,
    doubts,
    snap: (tap: Point, reach: number) => ask("snap", { tap, reach }),
    trace: (from: Point, to: Point) => ask("trace", { from, to }),
    edges: () => ask("edges", null),
    door: (tap: Point) => ask("door", tap),
    window: (tap: Point) => ask("window", tap),
    layers: (drawn) => ask("layers", drawn),
    close,
  };
};
