import { expect, test } from "vitest";
import { wordsOf } from "./kept-fields";

test("keeps what was changed, and no password", () => {
  const values = { email: "nell@home.example", lastName: "", entry: "password", password: "a-porch-at-night-9" };
  expect(wordsOf(values, { email: true, entry: true, password: true })).toEqual({
    email: "nell@home.example",
    entry: "password",
  });
});
