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
