import { expect, test } from "vitest";
import { readFilters, whatIsSet } from "./filters";

const rules = { status: ["new", "won"], q: "text" } as const;

test("an address sets the filters it names", () => {
  expect(readFilters(rules, new URLSearchParams("status=won&q= roof "))).toEqual({ status: "won", q: "roof" });
});

test("a value nobody knows is as good as none", () => {
  expect(readFilters(rules, new URLSearchParams("status=nonsense&other=1"))).toEqual({ status: "", q: "" });
});

test("only set filters are asked for", () => {
  expect(whatIsSet({ status: "", q: "a b" })).toEqual({ q: "a b" });
  expect(whatIsSet({ status: "", q: "" })).toEqual({});
});
