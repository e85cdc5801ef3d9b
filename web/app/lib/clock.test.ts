// A reader in Berlin looks at branches in New York, Phoenix (one time all year) and Honolulu.
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const zone = process.env.TZ;
let clockOf: typeof import("./clock").clockOf;

beforeAll(async () => {
  process.env.TZ = "Europe/Berlin";
  vi.resetModules();
  ({ clockOf } = await import("./clock"));
});

afterAll(() => {
  process.env.TZ = zone;
});

const NEW_YORK = "America/New_York";
const PHOENIX = "America/Phoenix";
const HONOLULU = "Pacific/Honolulu";

/** Half past eleven at night, in UTC, and the day that it still is there. */
const LATE: [zone: string, at: string, day: string, shown: string][] = [
  [NEW_YORK, "2026-03-08T04:30:00Z", "2026-03-07", "Saturday, March 7, 2026 at 11:30 PM EST"],
  [NEW_YORK, "2026-03-09T03:30:00Z", "2026-03-08", "Sunday, March 8, 2026 at 11:30 PM EDT"],
  [NEW_YORK, "2026-11-01T03:30:00Z", "2026-10-31", "Saturday, October 31, 2026 at 11:30 PM EDT"],
  [NEW_YORK, "2026-11-02T04:30:00Z", "2026-11-01", "Sunday, November 1, 2026 at 11:30 PM EST"],
  [PHOENIX, "2026-03-09T06:30:00Z", "2026-03-08", "Sunday, March 8, 2026 at 11:30 PM MST"],
  [PHOENIX, "2026-11-02T06:30:00Z", "2026-11-01", "Sunday, November 1, 2026 at 11:30 PM MST"],
  [HONOLULU, "2026-11-24T09:30:00Z", "2026-11-23", "Monday, November 23, 2026 at 11:30 PM HST"],
];

const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000);
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each(LATE)("in %s a day ends at midnight there: %s", (place, at, day, shown) => {
  const clock = clockOf(place);
  expect(clock.dayIn(0, later(at, 0))).toBe(day);
  expect(clock.dayIn(-1, later(at, 31))).toBe(day);
  expect(plain(clock.moment(at))).toBe(shown);
});

test.each(LATE)("control: by the reader's own clock in %s that day is over: %s", (_place, at, day) => {
  expect(clockOf().dayIn(-1, later(at, 0))).toBe(day);
});

test("a moment is told by its day and month there", () => {
  const late = "2026-12-01T04:30:00Z";
  expect([clockOf(NEW_YORK).day(late), clockOf(NEW_YORK).month(late)]).toEqual(["Nov 30, 2026", "November 2026"]);
  expect([clockOf().day(late), clockOf().month(late)]).toEqual(["Dec 1, 2026", "December 2026"]);
});

test("a time of day says whose it is where the reader's clock shows another", () => {
  expect(plain(clockOf(PHOENIX).time("2026-11-23", 900))).toBe("3:00 PM MST");
  expect(plain(clockOf(NEW_YORK).time("2026-11-23", 900))).toBe("3:00 PM EST");
  expect(plain(clockOf(NEW_YORK).time("2026-07-01", 0))).toBe("12:00 AM EDT");
  // Its own evening, on the days on which the clocks are changed.
  expect(plain(clockOf(NEW_YORK).time("2026-03-08", 1380))).toBe("11:00 PM EDT");
  expect(plain(clockOf(NEW_YORK).time("2026-11-01", 1380))).toBe("11:00 PM EST");
  expect(clockOf(HONOLULU).zoneOn("2026-11-23")).toBe("HST");
});

test("and does not where both show the same", () => {
  expect(plain(clockOf("Europe/Berlin").time("2026-11-23", 900))).toBe("3:00 PM");
  expect(plain(clockOf("Europe/Paris").moment("2026-11-23T14:00:00Z"))).toBe("Monday, November 23, 2026 at 3:00 PM");
  expect(clockOf("Europe/Paris").zoneOn("2026-11-23")).toBe("");
  // London is an hour behind all year, Johannesburg an hour ahead in winter alone.
  expect(clockOf("Europe/London").zoneOn("2026-07-01")).toBe("GMT+1");
  expect(clockOf("Africa/Johannesburg").zoneOn("2026-07-01")).toBe("");
  expect(clockOf("Africa/Johannesburg").zoneOn("2026-12-01")).toBe("GMT+2");
});

test("days ago are those of the calendar there", () => {
  const now = new Date("2026-11-23T15:00:00Z"); // ten in the morning in New York
  const clock = clockOf(NEW_YORK);
  expect(clock.ago("2026-11-22T14:00:00Z", now)).toBe("yesterday");
  expect(clock.ago("2026-11-22T04:30:00Z", now)).toBe("2 days ago"); // at half past eleven on the 21st, 34 hours before
  expect(clockOf().ago("2026-11-22T04:30:00Z", now)).toBe("yesterday"); // for whom it was morning
  expect(clock.ago("2026-11-22T20:00:00Z", now)).toBe("19 hours ago");
  expect(clock.ago("2026-11-23T14:59:30Z", now)).toBe("just now");
  expect(clock.ago("2026-11-09T15:00:00Z", now)).toBe("2 weeks ago");
  expect(clock.ago("2026-10-20T15:00:00Z", now)).toBe("1 month ago");
  expect(clock.ago("2024-11-01T12:00:00Z", now)).toBe("2 years ago");
});

test("what is older than a week is told by its day", () => {
  const now = new Date("2026-11-23T15:00:00Z");
  expect(clockOf(NEW_YORK).recent("2026-11-20T15:00:00Z", now)).toBe("3 days ago");
  expect(clockOf(NEW_YORK).recent("2026-11-16T15:00:01Z", now)).toBe("7 days ago");
  expect(clockOf(NEW_YORK).recent("2026-11-16T15:00:00Z", now)).toBe("Nov 16, 2026");
  expect(clockOf(NEW_YORK).recent("2026-11-10T04:30:00Z", now)).toBe("Nov 9, 2026");
});

test("a zone that the browser does not know leaves its own clock", () => {
  expect(clockOf("Mars/Olympus").day("2026-11-24T00:30:00Z")).toBe("Nov 24, 2026");
});

test("what is no time is told as nothing", () => {
  const clock = clockOf(NEW_YORK);
  expect([clock.day("soon"), clock.month("soon"), clock.moment("soon"), clock.ago("soon")]).toEqual(["", "", "", ""]);
  expect([clock.zoneOn("275760-09-14"), clock.zoneOn("")]).toEqual(["", ""]);
});

test("what a clock shows now tells its zone", () => {
  expect(plain(clockOf(PHOENIX).now(new Date("2026-11-23T15:00:00Z")))).toBe("Monday 8:00 AM MST");
});
