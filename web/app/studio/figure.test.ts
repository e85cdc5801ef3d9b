import { expect, test, vi } from "vitest";
import type { Bench } from "./bench";
import { figureOf, missing } from "./figure";

const bench = {
  plan: {
    v: 1,
    a: 16 / 9,
    f: 0.9,
    l: [[500, 1500, 2600, 1500]],
    r: { k: "garage16x7", q: [2600, 2300, 3500, 2300, 3500, 3000, 2600, 3000], h: 15 },
  },
  drawing: { stories: 2 },
} as unknown as Bench;

test("feet and a range, of what was drawn", () => {
  const price = vi.fn(() => ({ low: 1400, high: 3000 }));
  expect(figureOf({ ...bench, drawing: { ...bench.drawing, coverage: "whole" } }, price)).toBe(
    "Whole house: 33-42 ft, about $1,400 to $3,000.",
  );
  expect(price).toHaveBeenCalledExactlyOnceWith([33, 42], 2, "whole");
  expect(figureOf(bench, price)).toMatch(/^Front only: /);
});

test("no price before somebody says how many stories", () => {
  const price = vi.fn();
  const unsaid = { ...bench, drawing: { ...bench.drawing, stories: null } };
  expect(figureOf(unsaid, price)).toBe("Front only: 33-42 ft. Say how many stories for a price range.");
  expect(price).not.toHaveBeenCalled();
});

test("none before a size is set and confirmed, or an edge is drawn", () => {
  const price = vi.fn();
  const { plan } = bench;
  expect(figureOf({ ...bench, plan: { ...plan, r: null } }, price)).toBeNull();
  const unconfirmed = plan.r && { ...plan.r, h: null };
  expect(figureOf({ ...bench, plan: { ...plan, r: unconfirmed } }, price)).toBeNull();
  expect(figureOf({ ...bench, plan: { ...plan, l: [] } }, price)).toBeNull();
  expect(price).not.toHaveBeenCalled();
});

test("none of what is too short for whole feet to say, and the panel says so", () => {
  const price = vi.fn();
  const short = { ...bench, plan: { ...bench.plan, l: [[500, 1500, 545, 1500]] } };
  expect(figureOf(short, price)).toBeNull();
  expect(price).not.toHaveBeenCalled();
  expect(missing(short)).toBe("This drawing is too short to price. Draw more of what should be lit.");
  expect(
    missing({ ...short, plan: { ...short.plan, r: null }, drawing: { ...bench.drawing, reference: null } }),
  ).toMatch(/once a size is set/);
});
