import { expect, test } from "vitest";
import { HEIGHT, painted, WIDTH } from "../vision/painted";
import { doubts, doubtsOf } from "./doubts";

test("a good picture raises none", () => {
  expect(doubtsOf(painted({ noise: 6 }), WIDTH, HEIGHT)).toEqual([]);
});

test("a dark one is told", () => {
  const dark = painted().map((part, i) => (i % 4 === 3 ? 255 : part * 0.25));
  expect(doubtsOf(dark, WIDTH, HEIGHT)).toEqual([doubts.dark]);
});

test("a tilted one is told, a level one and one that is hardly tilted are not", () => {
  expect(doubtsOf(painted({ tilt: 0.13 }), WIDTH, HEIGHT)).toEqual([doubts.tilted]);
  expect(doubtsOf(painted({ tilt: 0.04 }), WIDTH, HEIGHT)).toEqual([]);
});

test("one on its side is told", () => {
  const upright = painted();
  const side = new Uint8ClampedArray(upright.length);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const from = 4 * (y * WIDTH + x);
      side.set(upright.subarray(from, from + 4), 4 * ((WIDTH - 1 - x) * HEIGHT + y));
    }
  }
  expect(doubtsOf(side, HEIGHT, WIDTH)).toEqual([doubts.sideways]);
});

test("one upside down is told", () => {
  const upright = painted();
  const over = new Uint8ClampedArray(upright.length);
  const count = WIDTH * HEIGHT;
  for (let i = 0; i < count; i++) over.set(upright.subarray(4 * i, 4 * i + 4), 4 * (count - 1 - i));
  expect(doubtsOf(over, WIDTH, HEIGHT)).toEqual([doubts.sideways]);
});
