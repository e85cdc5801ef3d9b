import type { OpenDBCallbacks } from "idb";
import { beforeEach, expect, test, vi } from "vitest";

/** What a browser was asked to open, and what it cleared. */
const browser = vi.hoisted(() => ({
  opens: [] as OpenDBCallbacks<unknown>[],
  cleared: [] as string[],
  refuses: false,
}));
vi.mock("idb", () => ({
  openDB: async (_name: string, _version: number, callbacks: OpenDBCallbacks<unknown>) => {
    browser.opens.push(callbacks);
    if (browser.refuses) throw new Error("It refuses.");
    return { clear: async (name: string) => void browser.cleared.push(name) };
  },
}));

let { database, wipeDatabase } = await import("./database");

beforeEach(async () => {
  Object.assign(browser, { opens: [], cleared: [], refuses: false });
  vi.resetModules();
  ({ database, wipeDatabase } = await import("./database"));
});

test("it is opened once, and again after a failure or where the browser ended it", async () => {
  browser.refuses = true;
  await expect(database()).rejects.toThrow("It refuses.");
  browser.refuses = false;
  expect(await database()).toBe(await database());
  expect(browser.opens).toHaveLength(2);
  browser.opens[1]?.terminated?.();
  await database();
  expect(browser.opens).toHaveLength(3);
});

test("a newer build in another tab does not wait for this one", async () => {
  await database();
  const close = vi.fn();
  browser.opens[0]?.blocking?.(1, 2, { target: { close } } as never);
  expect(close).toHaveBeenCalledOnce();
});

test("the end of a session clears what goes with it, and leaves what waits to be sent", async () => {
  await wipeDatabase("session-over");
  expect(browser.cleared.sort()).toEqual(["pictures", "visits"]);
});
