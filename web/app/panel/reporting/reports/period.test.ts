import { expect, test } from "vitest";
import shared from "../../../../../tests/vectors/spans.json";
import { daysOf, type Span, spanOf, spans } from "./period";

test.each(shared)("as seen from $today", ({ today, days }) => {
  const found = (Object.keys(spans) as Span[]).map((span) => [span, Object.values(daysOf(span, today))]);
  expect(Object.fromEntries(found)).toEqual(days);
});

test("a week begins on Monday, on a Sunday too", () => {
  expect(daysOf("this_week", "2026-11-29").first).toBe("2026-11-23");
  expect(daysOf("this_week", "2026-11-30").first).toBe("2026-11-30");
});

test("days are known by the name of their span, and others by none", () => {
  for (const span of Object.keys(spans) as Span[])
    expect(daysOf(spanOf(daysOf(span, "2026-11-25"), "2026-11-25") as Span, "2026-11-25")).toEqual(
      daysOf(span, "2026-11-25"),
    );
  expect(spanOf({ first: "2026-11-02", last: "2026-11-09" }, "2026-11-25")).toBeNull();
});
