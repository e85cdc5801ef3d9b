import { expect, test } from "vitest";
import { dollars, dollarsAndCents, readDollars, readNumber } from "./money";

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

test.each([
  ["$15,000", 15_000],
  ["50000", 50_000],
  ["5,5", 5.5],
  ["5.99 %", 5.99],
  ["0,25", 0.25],
  ["1,500,000", 1_500_000],
])("%s typed is %s", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each(["", "words", "5.5.5", "-"])("%s is no number", (text) => {
  expect(readNumber(text)).toBeNaN();
});

test.each(["a lot", "-5", "2147483648", "1e9", "4.5.6"])("%s is no amount", (text) => {
  expect(readDollars(text)).toBeNaN();
});
