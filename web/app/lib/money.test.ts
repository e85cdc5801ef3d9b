import { expect, test } from "vitest";
import { dollars, dollarsAndCents, readDollars } from "./money";

test("amounts are written as Americans write them", () => {
  expect(dollars(12_500)).toBe("$12,500");
  expect(dollarsAndCents(456.2)).toBe("$456.20");
});

test.each([
  ["$4,500", 4500],
  [" 4500 ", 4500],
  ["4,500.00", 4500],
  ["", null],
  ["  ", null],
  ["2147483647", 2_147_483_647],
])("%s is read as %s", (text, amount) => {
  expect(readDollars(text)).toBe(amount);
});

test.each(["a lot", "-5", "2147483648", "1e9", "4.5.6"])("%s is no amount", (text) => {
  expect(readDollars(text)).toBeNaN();
});
