import { expect, test } from "vitest";
import { endingOf } from "./ending";

const last = { kind: "work_order", lastOpen: true } as const;

test("the last visit of a job finishes it where that is said, and nothing else does", () => {
  const finishes = (visit: Parameters<typeof endingOf>[0], isFinished = true) =>
    endingOf(visit, { nobodyThere: true }, null, isFinished).completesJob;
  expect(finishes(last)).toBe(true);
  expect(finishes(last, false)).toBe(false);
  expect(finishes({ ...last, lastOpen: false })).toBe(false);
  expect(finishes({ kind: "lead", lastOpen: true })).toBe(false);
});

test("whom one met goes along, and why something is left out where it is", () => {
  expect(endingOf(last, { met: "Ruth Amsel", nobodyThere: false }, null, true).closing).toEqual({
    met: "Ruth Amsel",
    nobodyThere: false,
  });
  expect(endingOf(last, { nobodyThere: true }, "Fog", true).closing).toEqual({ nobodyThere: true, missing: "Fog" });
});
