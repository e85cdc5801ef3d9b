import { expect, test } from "vitest";
import { keyring, newKey } from "./idempotency";

test("a key has 128 bits, and no two are alike", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});

test("what is sent again goes under its key, anything else under a new one", () => {
  const keyFor = keyring();
  const first = keyFor({ version: 1, notes: "Words" });
  expect(keyFor({ version: 1, notes: "Words" })).toBe(first);
  expect(keyFor({ version: 1, notes: "Other words" })).not.toBe(first);
  expect(keyFor({ version: 1, notes: "Words" })).not.toBe(first);
});
