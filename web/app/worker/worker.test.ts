import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

const ORIGIN = "https://panel.example";
const SOURCE = readFileSync(new URL("worker.js", import.meta.url), "utf8")
  .replace('["%FILES%"]', '["/assets/entry-1.js", "/assets/today-1.js"]')
  .replace("%BUILD%", "one");
const PAGE = '<script src="/assets/entry-1.js">';

/** A browser's caches, by name and path. */
let stored: Map<string, Map<string, string>>;
let server: (path: string) => Promise<Response>;
let listeners: Record<string, (event: unknown) => void>;
const skipWaiting = vi.fn();

const pathOf = (asked: Request | string) => (typeof asked === "string" ? asked : new URL(asked.url).pathname);

const cacheOf = (name: string) => {
  const rows = stored.get(name) ?? new Map<string, string>();
  stored.set(name, rows);
  return {
    addAll: async (paths: string[]) => {
      for (const path of paths) rows.set(path, await (await server(path)).text());
    },
    put: async (path: string, answer: Response) => void rows.set(path, await answer.text()),
    match: async (asked: Request | string) => {
      const found = rows.get(pathOf(asked));
      return found === undefined ? undefined : new Response(found);
    },
  };
};

const caches = {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (asked: Request | string) => {
    for (const name of stored.keys()) {
      const found = await cacheOf(name).match(asked);
      if (found) return found;
    }
    return undefined;
  },
};

/** Tells the worker of something, until it has done all that it wanted time for. */
async function tell(name: string, more: object = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const respondWith = (response: Promise<Response>) => {
    answer = response;
  };
  listeners[name]?.({ waitUntil: (one: Promise<unknown>) => work.push(one), respondWith, ...more });
  const response = await answer;
  await Promise.all(work);
  return response;
}

const ask = (path: string, mode = "navigate", method = "GET") =>
  tell("fetch", { request: { url: new URL(path, ORIGIN).href, mode, method } });

const textOf = async (response: Response | undefined) => response && (await response.text());

beforeEach(() => {
  vi.useFakeTimers();
  skipWaiting.mockClear();
  stored = new Map();
  listeners = {};
  server = async (path) => new Response(path.startsWith("/assets") ? `built ${path}` : PAGE);
  const names = ["caches", "fetch", "addEventListener", "location", "skipWaiting"];
  const listen = (name: string, act: (event: unknown) => void) => {
    listeners[name] = act;
  };
  const fetched = (request: { url: string }) => server(new URL(request.url).pathname);
  new Function(...names, SOURCE)(caches, fetched, listen, { origin: ORIGIN }, skipWaiting);
});

test("it keeps both documents and the build's files, and waits for the tabs of the one before", async () => {
  await tell("install");
  expect([...(stored.get("panel-one")?.keys() ?? [])]).toEqual([
    "/panel",
    "/login",
    "/assets/entry-1.js",
    "/assets/today-1.js",
  ]);
  expect(skipWaiting).not.toHaveBeenCalled();
});

test("of the builds before the last stays, for tabs that are open; and what others keep", async () => {
  for (const name of ["panel-older", "panel-old", "somebody-else's", "panel-one"]) stored.set(name, new Map());
  await tell("activate");
  expect([...stored.keys()]).toEqual(["panel-old", "somebody-else's", "panel-one"]);
});

test("a document is the server's while it answers, and the kept one where it is away, fails or hangs", async () => {
  await tell("install");
  server = async () => new Response(`${PAGE} of today`);
  expect(await textOf(await ask("/panel/leads"))).toBe(`${PAGE} of today`);
  const kept = `${PAGE} of today`;
  server = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await textOf(await ask("/panel/WORK-ORDERS/?view=today"))).toBe(kept);
  server = async () => new Response("down", { status: 503 });
  expect(await textOf(await ask("/panel"))).toBe(kept);
  server = () => new Promise(() => undefined);
  const hanging = ask("/panel");
  await vi.advanceTimersByTimeAsync(3000);
  expect(await textOf(await hanging)).toBe(kept);
});

test("a document of another build is shown and not kept, nor is a refusal", async () => {
  await tell("install");
  const others = '<script src="/assets/entry-2.js">';
  server = async () => new Response(others);
  expect(await textOf(await ask("/panel"))).toBe(others);
  server = async () => new Response(`${PAGE} refused`, { status: 404 });
  await ask("/panel");
  server = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await textOf(await ask("/panel"))).toBe(PAGE);
});

test("a built file comes from any build that is kept, and what is not kept from the server", async () => {
  stored.set("panel-old", new Map([["/assets/entry-0.js", "of the build before"]]));
  await tell("install");
  server = async () => new Response("from the server");
  expect(await textOf(await ask("/assets/entry-0.js", "no-cors"))).toBe("of the build before");
  expect(await textOf(await ask("/assets/chart-1.js", "no-cors"))).toBe("from the server");
});

test("calls, writes, other pages and other places are none of its business", async () => {
  expect(await ask("/api/panel/leads", "cors")).toBeUndefined();
  expect(await ask("/panel", "navigate", "POST")).toBeUndefined();
  expect(await ask("/about")).toBeUndefined();
  expect(await ask("/panels")).toBeUndefined();
  expect(await ask("https://maps.example/panel")).toBeUndefined();
});
