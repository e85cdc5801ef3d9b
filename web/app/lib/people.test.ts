import { expect, test } from "vitest";
import { fullName, initials } from "./people";

test("initials are the first letters of both names, or U", () => {
  expect(initials({ firstName: "Ada", lastName: "lovelace" })).toBe("AL");
  expect(initials({ firstName: " Ada ", lastName: null })).toBe("A");
  expect(initials({ firstName: null, lastName: "" })).toBe("U");
});

test("a full name has no spare spaces", () => {
  expect(fullName({ firstName: "Ada", lastName: "Lovelace" })).toBe("Ada Lovelace");
  expect(fullName({ firstName: null, lastName: "Lovelace" })).toBe("Lovelace");
  expect(fullName({ firstName: null, lastName: null })).toBe("");
});
