import { expect, test } from "vitest";
import { baseOf } from "./bench";
import type { Photo, Quad } from "./engine";
import { blank, type Drawing } from "./plan";

const photo = { width: 1600, height: 900 } as Photo;
const door = (corners: Quad): Drawing => ({
  ...blank,
  reference: { kind: "garage16x7", corners, placed: 0, guessed: false, confirmed: false },
});

test("the ground falls as the foot of a garage does", () => {
  const corners = [
    { x: 800, y: 500 },
    { x: 1200, y: 490 },
    { x: 1200, y: 650 },
    { x: 800, y: 690 },
  ] as const;
  expect(baseOf(door(corners), photo, 0)).toEqual([770, 610]);
});

test("a front door says where the ground is, and the picture's tilt how it falls", () => {
  const corners = [
    { x: 790, y: 500 },
    { x: 810, y: 500 },
    { x: 810, y: 600 },
    { x: 790, y: 604 },
  ] as const;
  expect(baseOf(door(corners), photo, 0)).toEqual([602, 602]);
  const [left, right] = baseOf(door(corners), photo, 0.01) ?? [0, 0];
  expect(left).toBeCloseTo(594, 1);
  expect(right).toBeCloseTo(610, 1);
});

test("without a size nobody knows", () => expect(baseOf(blank, photo, 0)).toBeNull());
