import { afterEach, expect, test, vi } from "vitest";
import { allOf, BY_ITSELF, bodyOf, type Page, pageOf, type Query, send, whenSignedOut } from "./client";

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
  await expect(bodyOf(Promise.resolve({}))).rejects.toThrow("no body");
});

test.each([
  ["GET", "/api/panel/leads", 401, {}, [false]],
  ["POST", "/api/panel/leads", 401, {}, [false]],
  ["GET", "/api/panel/notifications", 401, { [BY_ITSELF]: "yes" }, [true]],
  ["GET", "/api/panel/leads", 403, {}, []],
  ["GET", "/api/panel/leads", 503, {}, []],
  ["POST", "/api/auth/login", 401, {}, []],
])("of the answer to %s %s with %i a session's end is told", async (method, path, status, headers, told) => {
  const heard: boolean[] = [];
  whenSignedOut((byItself) => heard.push(byItself));
  const url = `https://panel.example${path}`;
  const answer = Object.defineProperty(new Response("{}", { status }), "url", { value: url });
  vi.stubGlobal("fetch", async () => answer);
  await expect(send(new Request(url, { method, headers }))).rejects.toThrow();
  expect(heard).toEqual(told);
});
