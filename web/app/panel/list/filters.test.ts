import { expect, test } from "vitest";
import { readFilters, withFilters } from "./filters";

const rules = { status: ["new", "won"], q: "text" } as const;

test("an address sets the filters it names", () => {
  expect(readFilters(rules, new URLSearchParams("status=won&q= roof "))).toEqual({ status: "won", q: "roof" });
});

test("a value nobody knows is as good as none", () => {
  expect(readFilters(rules, new URLSearchParams("status=nonsense&other=1"))).toEqual({ status: "", q: "" });
});

test("only set filters are asked for", () => {
  expect(withFilters("/api/panel/leads", { status: "", q: "a b" })).toBe("/api/panel/leads?q=a+b");
  expect(withFilters("/api/panel/leads", { status: "", q: "" })).toBe("/api/panel/leads");
});
