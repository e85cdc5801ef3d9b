import { afterEach, expect, test, vi } from "vitest";
import { allOf, bodyOf, type Page, pageOf, type Query, send, watchCalls } from "./client";

afterEach(() => vi.unstubAllGlobals());

const answer = (data: string[], headers: Record<string, string> = {}) =>
  Promise.resolve({ data, response: new Response(null, { headers }) });

test("a page tells how many match and what asks for the next one", async () => {
  const Link = '</api/panel/leads?q=a+b&cursor=x%3D%3D>; rel="next"';
  expect(await pageOf(answer(["one"], { Link, "X-Total-Count": "61" }))).toEqual({
    rows: ["one"],
    total: 61,
    next: { q: "a b", cursor: "x==" },
  });
});

test("the last page has no next one", async () => {
  expect(await pageOf(answer(["one", "two"]))).toEqual({ rows: ["one", "two"], total: 2, next: null });
});

test("all rows are asked for in large pages, one after the other", async () => {
  const asked: Query[] = [];
  const pages: Page<string>[] = [
    { rows: ["one"], total: 2, next: { cursor: "2" } },
    { rows: ["two"], total: 2, next: null },
  ];
  const list = async (query: Query) => {
    asked.push(query);
    return pages[asked.length - 1] ?? Promise.reject(new Error("There is no such page."));
  };
  expect(await allOf(list, { for: "lead" })).toEqual(["one", "two"]);
  expect(asked).toEqual([{ for: "lead", limit: "200" }, { cursor: "2" }]);
});

test("an answer without the body that is needed is a fault", async () => {
  await expect(bodyOf(Promise.resolve({}))).rejects.toThrow("No body.");
});

test("who watches hears of every call before it leaves and when it is answered, whatever comes of it", async () => {
  const heard: unknown[] = [];
  watchCalls({
    sent: ({ headers }) => headers.set("X-Person", "kim"),
    answered: ({ url, headers }, { status }) => heard.push([url, headers.get("X-Person"), status]),
  });
  const url = "https://panel.example/api/panel/leads";
  for (const status of [200, 401]) {
    vi.stubGlobal("fetch", async () => new Response("{}", { status }));
    await send(new Request(url)).catch(() => undefined);
  }
  expect(heard).toEqual([
    [url, "kim", 200],
    [url, "kim", 401],
  ]);
});
