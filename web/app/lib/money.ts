// Amounts of US dollars as text, and text as amounts.

import { onFirstUse } from "./on-first-use";

const DOLLARS = { style: "currency", currency: "USD" } as const;
const whole = onFirstUse(() => new Intl.NumberFormat("en-US", { ...DOLLARS, maximumFractionDigits: 0 }));
const cents = onFirstUse(() => new Intl.NumberFormat("en-US", DOLLARS));

/** "$12,500" of whole dollars. */
export const dollars = (amount: number): string => whole().format(amount);

/** "$456.26" of dollars with cents. */
export const dollarsAndCents = (amount: number): string => cents().format(amount);

/** The largest amount a record can hold. */
const MOST_DOLLARS = 2_147_483_647;

/** Whole dollars of what a person types ("$4,500", "4500.00"); null for nothing, NaN for what is no amount. */
export function readDollars(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  if (plain === "") return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return Number.NaN;
  const amount = Math.trunc(Number(plain));
  return amount <= MOST_DOLLARS ? amount : Number.NaN;
}

/** A number as a person types it ("$15,000", "5.99 %", "5,5"); NaN for what is none. A comma before one or two last digits is a decimal one. */
export function readNumber(text: string): number {
  const plain = text
    .replace(/[$%\s]/g, "")
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2")
    .replace(/,/g, "");
  return /^\d*\.?\d+$|^\d+\.$/.test(plain) ? Number(plain) : Number.NaN;
}
