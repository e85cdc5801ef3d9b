import { expect, test, vi } from "vitest";
import { dayIn, longDate, relativeTime, timeOfDay, timeSince } from "./dates";

test("a day without a time is that day in every time zone", () => {
  const zone = process.env.TZ;
  for (const place of ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"]) {
    process.env.TZ = place;
    expect(longDate("2026-03-01")).toBe("Mar 1, 2026");
  }
  process.env.TZ = zone;
});

test("a moment is shown by its day in UTC", () => {
  expect(longDate("2026-11-20T23:59:59Z")).toBe("Nov 20, 2026");
  expect(longDate("2026-11-20T23:59:59-05:00")).toBe("Nov 21, 2026");
});

test("in the panel a moment is told by the reader's own clock", async () => {
  const zone = process.env.TZ;
  process.env.TZ = "America/New_York";
  vi.resetModules();
  const { dayHere, momentHere, monthHere } = await import("./dates");
  expect(dayHere("2026-11-21T02:15:00Z")).toBe("Nov 20, 2026");
  expect(momentHere("2026-11-21T02:15:00Z")).toMatch(/^Friday, November 20, 2026 at 9:15.PM$/);
  expect(monthHere("2024-06-01T02:15:00Z")).toBe("May 2024");
  expect([dayHere("soon"), monthHere("soon")]).toEqual(["", ""]);
  process.env.TZ = zone;
});

test("what is no date gives an empty text", () => {
  expect(longDate("soon")).toBe("");
  expect(relativeTime("soon")).toBe("");
});

test("a wait is told in the largest whole unit, from a minute", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(timeSince("2026-11-20T11:59:30Z", now)).toBe("1 minute");
  expect(timeSince("2026-11-20T09:00:00Z", now)).toBe("3 hours");
  expect(timeSince("2026-11-19T11:00:00Z", now)).toBe("1 day");
  expect(timeSince("2026-11-21T12:00:00Z", now)).toBe("1 minute");
  expect(timeSince("soon", now)).toBe("");
});

test("the time since creation is told in the largest whole unit", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(relativeTime("2026-11-20T11:59:30Z", now)).toBe("just now");
  expect(relativeTime("2026-11-20T11:58:30Z", now)).toBe("1 minute ago");
  expect(relativeTime("2026-11-20T09:00:00Z", now)).toBe("3 hours ago");
  expect(relativeTime("2026-11-19T11:00:00Z", now)).toBe("yesterday");
  expect(relativeTime("2026-11-01T12:00:00Z", now)).toBe("2 weeks ago");
  expect(relativeTime("2024-11-01T12:00:00Z", now)).toBe("2 years ago");
});

test("a day some days from now is one of the reader's calendar", () => {
  expect(dayIn(0, new Date(2026, 10, 22, 23, 59))).toBe("2026-11-22");
  expect(dayIn(1, new Date(2026, 11, 31))).toBe("2027-01-01");
  expect(dayIn(-1, new Date(2026, 2, 1))).toBe("2026-02-28");
});

test("minutes after midnight are a time of day", () => {
  expect(timeOfDay(0)).toBe("12:00 AM");
  expect(timeOfDay(13 * 60 + 5)).toBe("1:05 PM");
});
