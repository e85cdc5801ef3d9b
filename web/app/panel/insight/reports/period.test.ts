import { expect, test } from "vitest";
import { daysOf, type Span, spanOf, spans } from "./period";

test.each<[Span, string, string]>([
  ["this_week", "2026-03-30", "2026-03-31"],
  ["last_week", "2026-03-23", "2026-03-29"],
  ["this_month", "2026-03-01", "2026-03-31"],
  ["last_month", "2026-02-01", "2026-02-28"],
  ["last_30_days", "2026-03-02", "2026-03-31"],
  ["last_90_days", "2026-01-01", "2026-03-31"],
  ["this_year", "2026-01-01", "2026-03-31"],
  ["last_12_months", "2025-04-01", "2026-03-31"],
])("%s, seen from the last of March", (span, first, last) => {
  expect(daysOf(span, "2026-03-31")).toEqual({ first, last });
});

test("a week begins on Monday, on a Sunday too", () => {
  expect(daysOf("this_week", "2026-11-29").first).toBe("2026-11-23");
  expect(daysOf("this_week", "2026-11-30").first).toBe("2026-11-30");
});

test("a year back from a leap day is the last of February", () => {
  expect(daysOf("last_12_months", "2028-02-29")).toEqual({ first: "2027-03-01", last: "2028-02-29" });
});

test("days are known by the name of their span, and others by none", () => {
  for (const span of Object.keys(spans) as Span[])
    expect(daysOf(spanOf(daysOf(span, "2026-11-25"), "2026-11-25") as Span, "2026-11-25")).toEqual(
      daysOf(span, "2026-11-25"),
    );
  expect(spanOf({ first: "2026-11-02", last: "2026-11-09" }, "2026-11-25")).toBeNull();
});
