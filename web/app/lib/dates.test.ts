import { expect, test } from "vitest";
import { longDate, timeSince } from "./dates";

test("a day without a time is that day in every time zone", () => {
  const zone = process.env.TZ;
  for (const place of ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"]) {
    process.env.TZ = place;
    expect(longDate("2026-03-01")).toBe("Mar 1, 2026");
  }
  process.env.TZ = zone;
});

test("on built pages a moment is shown by its day in UTC", () => {
  expect(longDate("2026-11-20T23:59:59Z")).toBe("Nov 20, 2026");
  expect(longDate("2026-11-20T23:59:59-05:00")).toBe("Nov 21, 2026");
});

test("what is no date gives an empty text", () => {
  expect(longDate("soon")).toBe("");
});

test("a wait is told in the largest whole unit, from a minute", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(timeSince("2026-11-20T11:59:30Z", now)).toBe("less than a minute");
  expect(timeSince("2026-11-20T09:00:00Z", now)).toBe("3 hours");
  expect(timeSince("2026-11-19T11:00:00Z", now)).toBe("1 day");
  expect(timeSince("2026-11-21T12:00:00Z", now)).toBe("less than a minute");
  expect(timeSince("soon", now)).toBe("");
});
