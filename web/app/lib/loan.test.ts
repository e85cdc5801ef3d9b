import { expect, test } from "vitest";
import { loanCost } from "./loan";

test.each([
  { amount: 15_000, apr: 5.99, months: 36, payment: 456.26, total: 16_425.4, interest: 1_425.4 },
  { amount: 15_000, apr: 0, months: 12, payment: 1_250, total: 15_000, interest: 0 },
])("$amount at $apr % over $months months", ({ payment, total, interest, ...loan }) => {
  expect(loanCost(loan)).toEqual({ payment, total, interest });
});

test.each([
  [5_000, 15, 60, 118.95],
  [50_000, 15, 60, 1_189.5],
  [50_000, 0, 60, 833.33],
  [5_000, 0.25, 12, 417.23],
])("%d at %d % over %d months is %d a month", (amount, apr, months, payment) => {
  expect(loanCost({ amount, apr, months }).payment).toBe(payment);
});
