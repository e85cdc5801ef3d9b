import { expect, test } from "vitest";
import { zoomed } from "./zoom";

const whole = { times: 1, x: 0, y: 0 };
const middle = { x: 0.5, y: 0.5 };

test("what was between the fingers stays there", () => {
  expect(zoomed(whole, 2, middle, middle)).toEqual({ times: 2, x: -0.5, y: -0.5 });
  expect(zoomed(whole, 4, { x: 0.25, y: 0.5 }, { x: 0.5, y: 0.5 })).toEqual({ times: 4, x: -0.5, y: -1.5 });
});

test("the frame stays filled, and the picture is shown whole at least", () => {
  expect(zoomed({ times: 2, x: -0.5, y: -0.5 }, 1, middle, { x: 2, y: -2 })).toEqual({ times: 2, x: 0, y: -1 });
  expect(zoomed({ times: 2, x: -0.5, y: -0.5 }, 0.1, middle, middle)).toEqual(whole);
  expect(zoomed(whole, 100, middle, middle).times).toBe(6);
});
