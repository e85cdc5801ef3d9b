import { expect, test } from "vitest";
import { amended, begun, changed, redone, undone } from "./history";

const after = (...states: number[]) => states.reduce((history, state) => changed(history, state), begun(0));

test("each step is taken back and done again", () => {
  const history = after(1, 2);
  expect(undone(history).now).toBe(1);
  expect(undone(undone(history)).now).toBe(0);
  expect(redone(undone(history))).toEqual(history);
});

test("there is nothing before the first step, and nothing after the last", () => {
  expect(undone(begun(0))).toEqual(begun(0));
  expect(redone(after(1))).toEqual(after(1));
});

test("another step forgets what was taken back", () => {
  expect(redone(changed(undone(after(1, 2)), 3)).now).toBe(3);
});

test("a step that goes on is taken back as one", () => {
  const dragged = amended(amended(changed(begun(0), 1), 2), 3);
  expect(dragged.now).toBe(3);
  expect(undone(dragged).now).toBe(0);
});

test("a long history forgets its beginning", () => {
  let history = after(...Array.from({ length: 130 }, (_, i) => i + 1));
  for (let i = 0; i < 200; i++) history = undone(history);
  expect(history.now).toBe(30);
});
