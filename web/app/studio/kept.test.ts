// What stays in the browser: the last drawing with its picture, until its owner deletes it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forget, keepOwn, keepPlan, kept } from "./kept";
import { blank, planOf } from "./plan";
import { similarHouses } from "./similar";

const look = {
  colors: ["#ffffff", "#ffffff", "#ffffff"],
  effect: "steady",
  brightness: 100,
  spacing: 8,
  evening: 1,
} as const;
const plan = planOf(blank, look, { width: 1600, height: 900, focal: null, roll: 0, similar: null });
const picture = (words: string) => new Blob([words], { type: "image/jpeg" });

const stored = new Map<string, string>();
const pictures = new Map<string, Response>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async (key: string) => pictures.get(key)?.clone(),
      put: async (key: string, answer: Response) => void pictures.set(key, answer),
      delete: async (key: string) => pictures.delete(key),
    }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
  pictures.clear();
});

test("a picture is there again before anything is drawn on it, so that it can be deleted", async () => {
  await keepOwn(picture("house"), plan);
  const last = await kept();
  expect(last?.plan).toEqual(plan);
  expect(await last?.picture?.text()).toBe("house");
  await forget();
  expect(await kept()).toBeNull();
  expect([stored.size, pictures.size]).toEqual([0, 0]);
});

test("another picture takes the place of the one before, with its drawing", async () => {
  await keepOwn(picture("first"), plan);
  keepPlan({ ...plan, l: [[0, 0, 9, 9]] });
  await keepOwn(picture("second"), plan);
  const last = await kept();
  expect([last?.plan.l, await last?.picture?.text()]).toEqual([[], "second"]);
});

test("a house of ours needs no picture kept", async () => {
  const ours = { ...plan, m: similarHouses[0]?.id ?? "" };
  keepPlan(ours);
  expect(await kept()).toEqual({ plan: ours, picture: null });
});

test("what is no plan is none, whatever picture lies beside it", async () => {
  await keepOwn(picture("house"), plan);
  for (const text of ["{}", "[", "null", JSON.stringify({ ...plan, s: "<script>" })]) {
    stored.set("studioPlan", text);
    expect(await kept()).toBeNull();
  }
});

test("without its picture a drawing of one's own is gone", async () => {
  await keepOwn(picture("house"), plan);
  pictures.clear();
  expect(await kept()).toBeNull();
});

test("where the browser keeps no pictures nothing is offered, and nothing breaks", async () => {
  vi.stubGlobal("caches", { open: () => Promise.reject(new DOMException("Denied", "SecurityError")) });
  await keepOwn(picture("house"), plan);
  expect(await kept()).toBeNull();
  await forget();
});
