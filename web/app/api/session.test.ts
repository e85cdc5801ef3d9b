import { beforeEach, expect, test, vi } from "vitest";
import { local } from "~/lib/storage";
import { BY_ITSELF, send } from "./client";
import { ApiError } from "./error";
import { keepSession, keptSession } from "./kept-session";
import { queries } from "./queries";
import type { User } from "./session";

/** The server, or the lack of one. */
const server = vi.hoisted(() => ({ answer: async (): Promise<unknown> => ({}) }));

vi.mock("./client", async (original) => ({ ...(await original<object>()), api: { get: () => server.answer() } }));

const { askWhoIsSignedIn, isSessionOver, whenSessionOver } = await import("./session");

const KIM = { id: "kim" } as User;
const SAM = { id: "sam" } as User;
const says = (data: User) => async () => ({ data });
const says401 = () => Promise.reject(new ApiError(401, "{}", ""));
const away = () => Promise.reject(new TypeError("Failed to fetch"));
const shown = () => queries.getQueryData<{ user: User | null; unanswered: boolean }>(["/api/auth/user"]);

beforeEach(() => {
  local.remove("keptSession1");
  queries.clear();
});

test("a question without an answer shows whoever was known, and fails for whoever asked", async () => {
  server.answer = says(KIM);
  expect(await askWhoIsSignedIn()).toEqual(KIM);
  keepSession(SAM); // signed in meanwhile in another tab
  server.answer = away;
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(shown()).toEqual({ user: KIM, unanswered: true });
});

test("where nobody is known yet it is whoever is kept, and nobody else", async () => {
  server.answer = away;
  await expect(askWhoIsSignedIn()).rejects.toThrow("Failed to fetch");
  expect(shown()).toBeUndefined();
  keepSession(KIM);
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(shown()).toEqual({ user: KIM, unanswered: true });
});

test("what ends a session is told once for all that goes with it, and a lost line does not take it back", async () => {
  const over = vi.fn();
  whenSessionOver(over);
  keepSession(KIM);
  server.answer = says401;
  expect(await askWhoIsSignedIn()).toBeNull();
  expect([over.mock.calls.length, keptSession(), isSessionOver()]).toEqual([1, undefined, true]);
  server.answer = away;
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(isSessionOver()).toBe(true);
});

test.each([
  ["GET", {}, true],
  ["POST", {}, true],
  ["GET", { [BY_ITSELF]: "yes" }, false],
])("what %s of the panel hears of a session's end takes what was read, %o", async (method, headers, leads) => {
  server.answer = says(KIM);
  await askWhoIsSignedIn();
  expect(keptSession()).toEqual(KIM);
  const url = "https://panel.example/api/panel/notifications";
  vi.stubGlobal("fetch", async () => Object.defineProperty(new Response("{}", { status: 401 }), "url", { value: url }));
  await expect(send(new Request(url, { method, headers }))).rejects.toThrow();
  vi.unstubAllGlobals();
  expect([keptSession(), isSessionOver()]).toEqual([undefined, leads]); // nobody is led away by what the panel asks by itself
});
