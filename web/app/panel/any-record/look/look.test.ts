import { expect, test } from "vitest";
import { nextSort } from "./look";

test("a heading sorts its own way, then the other, then not at all", () => {
  expect([nextSort("", "name"), nextSort("name", "name"), nextSort("-name", "name")]).toEqual(["name", "-name", ""]);
  expect([nextSort("", "-value"), nextSort("-value", "-value"), nextSort("value", "-value")]).toEqual([
    "-value",
    "value",
    "",
  ]);
  expect(nextSort("name", "-value")).toBe("-value");
});
