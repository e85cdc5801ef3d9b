import { expect, test } from "vitest";
import { clockOf } from "~/lib/clock";
import { agreement, type Match, sentenceOf } from "./match";

const match = (more: Partial<Match>): Match => ({
  kind: "client",
  id: "1",
  name: "Iris Eaves",
  status: "active",
  since: "2024-05-12T12:00:00Z",
  jobs: 2,
  by: ["email"],
  ...more,
});

test("a match is told in words", () => {
  expect(sentenceOf(match({}), clockOf("America/New_York"))).toBe("A client since May 2024 with two jobs");
  expect(sentenceOf(match({ jobs: 1 }), clockOf("America/New_York"))).toBe("A client since May 2024 with one job");
  expect(sentenceOf(match({ jobs: 12 }), clockOf("America/New_York"))).toBe("A client since May 2024 with 12 jobs");
  expect(sentenceOf(match({ kind: "lead", jobs: 0 }), clockOf("America/New_York"))).toBe("A lead since May 2024");
});

test("what agrees is told", () => {
  expect(agreement(match({}))).toBe("Same email");
  expect(agreement(match({ by: ["email", "phone", "address"] }))).toBe("Same email, phone, and address");
  expect(agreement(match({ by: ["browser"] }))).toBe("Same browser");
});
