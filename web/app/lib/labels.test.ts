import { expect, test } from "vitest";
import { nameIn, startCase } from "./labels";

test("stored values read as words", () => {
  expect(startCase("branch_ops_manager")).toBe("Branch Ops Manager");
  expect(startCase("open")).toBe("Open");
});

test("a value without a name of its own is called by its words", () => {
  expect(nameIn({ site: "Website" }, "site")).toBe("Website");
  expect(nameIn({ site: "Website" }, "trade_fair")).toBe("Trade Fair");
  expect(nameIn({}, "constructor")).toBe("Constructor");
});
