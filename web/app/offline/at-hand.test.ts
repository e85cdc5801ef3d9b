import { afterEach, expect, test, vi } from "vitest";
import { readAhead, takeAtHand } from "./at-hand";
import type { KeptRows } from "./database";

const ROWS: KeptRows = { person: "ann", rows: [{ id: "visit" }], at: "2027-05-11T08:00:00Z" };

const browser = vi.hoisted(() => ({ rows: (): Promise<unknown> => Promise.resolve() }));
vi.mock("~/api/kept-session", () => ({ keptSession: () => ({ id: "ann" }) }));
vi.mock("./own-rows", () => ({ keptRows: () => browser.rows() }));

afterEach(() => vi.useRealTimers());

test("what is kept is taken once", async () => {
  browser.rows = () => Promise.resolve(ROWS);
  await readAhead();
  expect(takeAtHand("ann")).toBe(ROWS);
  expect(takeAtHand("ann")).toBeUndefined();
});

test("nobody takes what is somebody else's", async () => {
  browser.rows = () => Promise.resolve(ROWS);
  await readAhead();
  expect(takeAtHand("ben")).toBeUndefined();
  expect(takeAtHand("ann")).toBeUndefined();
});

test("a browser that does not give it is not waited for", async () => {
  vi.useFakeTimers();
  browser.rows = () => new Promise(() => {});
  const read = readAhead();
  await vi.advanceTimersByTimeAsync(1000);
  await read;
  expect(takeAtHand("ann")).toBeUndefined();
});
