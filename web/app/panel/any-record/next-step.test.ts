import { expect, test } from "vitest";
import { snoozesOf } from "./next-step";

test.each([
  ["2026-11-20", ["2026-11-24", "2026-11-30"], "Tomorrow"],
  ["2026-11-23", ["2026-11-24", "2026-11-30"], "Tomorrow"],
  ["2026-11-24", ["2026-11-25", "2026-12-01"], "A day later"],
  ["2026-12-31", ["2027-01-01", "2027-01-07"], "A day later"],
])("whatever is due on %s is put off to a later day", (dueOn, days, first) => {
  const offered = snoozesOf({ dueOn }, "2026-11-23");
  expect(offered.map(({ value }) => value)).toEqual(days);
  expect(offered[0]?.label).toBe(first);
});
