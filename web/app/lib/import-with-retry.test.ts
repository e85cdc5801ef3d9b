import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError, importWithRetry } from "./import-with-retry";

interface Field {
  value: string;
  defaultValue: string;
}

let fields: Field[];
let kept: Map<string, string>;
const reload = vi.fn();
const head = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fields = [];
  kept = new Map();
  head.mockResolvedValue({ ok: true });
  vi.stubGlobal("location", { href: "http://site.example/panel", reload });
  vi.stubGlobal("document", { querySelectorAll: () => fields });
  vi.stubGlobal("fetch", head);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** How an attempt ends when this is what every try does. */
async function outcome(load: () => Promise<string>) {
  const end = importWithRetry(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  return end;
}

const gone = vi.fn(() => Promise.reject(new Error("404")));
const failing = () => gone.mockImplementation(() => Promise.reject(new Error("404")));

test("what fails twice is had at the third try", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("404")).mockRejectedValueOnce(new Error("404"));
  expect(await outcome(load.mockResolvedValue("code"))).toBe("code");
  expect(reload).not.toHaveBeenCalled();
});

test("what is not answered has failed too", async () => {
  head.mockRejectedValue(new Error("offline"));
  expect(await outcome(() => new Promise(() => {}))).toBeInstanceOf(ChunkLoadError);
});

test("three failures reload the page, once for each build", async () => {
  failing();
  await outcome(gone);
  expect(gone).toHaveBeenCalledTimes(3);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await outcome(gone)).toBeInstanceOf(ChunkLoadError);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("nothing is reloaded while words would be lost", async () => {
  failing();
  fields = [{ value: "The gable stays dark.", defaultValue: "" }];
  expect(String(await outcome(gone))).toContain("copy what you typed first");
  expect(reload).not.toHaveBeenCalled();
});

test("nothing is reloaded while the site does not answer", async () => {
  failing();
  head.mockRejectedValue(new Error("offline"));
  expect(String(await outcome(gone))).toContain("check your connection");
  expect(reload).not.toHaveBeenCalled();
});

test("nothing is reloaded where no mark can be kept: it would never end", async () => {
  failing();
  vi.stubGlobal("sessionStorage", undefined);
  expect(await outcome(gone)).toBeInstanceOf(ChunkLoadError);
  expect(reload).not.toHaveBeenCalled();
});
