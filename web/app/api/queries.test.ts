import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "./client";
import { queries } from "./queries";

const KEYS = [["/api/panel/leads", "list"], ["/api/panel/search", "kim"], ["/api/panel/assignees"], ["/api/gallery"]];
const stale = () => KEYS.filter((key) => queries.getQueryState(key)?.isInvalidated).map(([path]) => path);

/** Answers every call with a status, after all answers were put into the cache. */
function answering(status: number) {
  for (const key of KEYS) queries.setQueryData(key, []);
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = new Response(status === 204 ? null : "{}", { status });
    Object.defineProperty(answer, "url", { value: request.url });
    return answer;
  });
}

/** Loses the answers to writes: by the line, or with the status of what stands in between. */
function losing(how: "cut" | number) {
  vi.stubGlobal("fetch", async ({ method }: Request) => {
    if (method === "GET") return new Response("{}");
    if (how === "cut") throw new TypeError("Failed to fetch");
    return new Response("{}", { status: how });
  });
}

/** A panel that knows who is signed in; counts how often it asked. */
async function guarded() {
  const asks = vi.fn(() => api.get("/api/auth/user", { baseUrl }).then(() => "kim"));
  const guard = new QueryObserver(queries, { queryKey: ["/api/auth/user"], queryFn: asks });
  const stop = guard.subscribe(() => {});
  await vi.waitFor(() => expect(guard.getCurrentResult().isSuccess).toBe(true));
  return { asks, stop };
}

const params = { path: { id: "1" } };
const baseUrl = "https://duskline.example";

afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

test("after a write all that the panel shows is stale, whatever was written", async () => {
  answering(200);
  await api.patch("/api/panel/users/{id}", { baseUrl, params, body: { status: "inactive" } });
  await vi.waitFor(() => expect(stale()).toEqual(["/api/panel/leads", "/api/panel/search", "/api/panel/assignees"]));
});

test("a first answer that was asked for before the write is not taken for fresh", async () => {
  answering(200);
  const answers: ((rows: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((answer) => answers.push(answer));
  const list = new QueryObserver(queries, { queryKey: ["/api/panel/enquiries"], queryFn });
  const stop = list.subscribe(() => {});
  await api.patch("/api/panel/users/{id}", { baseUrl, params, body: { status: "inactive" } });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(["before"]);
  answers[1]?.(["after"]);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(["after"]));
  stop();
});

test("reading, a refused write and a write elsewhere leave everything as it is", async () => {
  answering(200);
  await api.get("/api/panel/branches", { baseUrl });
  await api.post("/api/auth/check-email", { baseUrl, body: { email: "a@b.example" } });
  answering(409);
  await expect(api.patch("/api/panel/users/{id}", { baseUrl, params, body: {} })).rejects.toThrow("409");
  expect(stale()).toEqual([]);
});

const SHOWN = ["/api/panel/leads", "/api/panel/search", "/api/panel/assignees"];

test.each(["cut", 502, 504] as const)("a write whose answer is lost (%s) may be done: all is stale", async (how) => {
  answering(200);
  const { asks, stop } = await guarded();
  losing(how);
  await expect(api.patch("/api/panel/users/{id}", { baseUrl, params, body: {} })).rejects.toThrow();
  await vi.waitFor(() => expect(stale()).toEqual(SHOWN));
  expect(asks).toHaveBeenCalledTimes(2); // one's own name may be what was written
  stop();
});

test("a lost write about oneself counts, a lost log-out does not", async () => {
  answering(200);
  const { asks, stop } = await guarded();
  losing("cut");
  await expect(api.post("/api/auth/logout", { baseUrl })).rejects.toThrow();
  expect(asks).toHaveBeenCalledOnce();
  await expect(api.patch("/api/auth/user", { baseUrl, body: {} })).rejects.toThrow();
  await vi.waitFor(() => expect(stale()).toEqual(SHOWN));
  expect(asks).toHaveBeenCalledTimes(2);
  stop();
});

test("without a network nothing that is shown is asked for, until something is answered", async () => {
  answering(200);
  const { asks, stop } = await guarded();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  for (let presses = 0; presses < 3; presses += 1) {
    await expect(api.patch("/api/panel/users/{id}", { baseUrl, params, body: {} })).rejects.toThrow();
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  }
  expect([stale(), asks.mock.calls.length]).toEqual([[], 4]);
  answering(200);
  await api.get("/api/panel/branches", { baseUrl });
  await vi.waitFor(() => expect(stale()).toEqual(SHOWN));
  answering(200);
  await api.get("/api/panel/branches", { baseUrl });
  expect(stale()).toEqual([]); // the control: once
  stop();
});
