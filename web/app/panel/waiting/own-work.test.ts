import { expect, test, vi } from "vitest";
import { session } from "~/lib/storage";
import { changes, discardOfOthers } from "./own-work";

const discarded = vi.hoisted(() => ({ whose: [] as string[] }));

vi.mock("~/offline/waiting", async (original) => ({
  ...(await original<object>()),
  wipeWaiting: async (whose: (person: string) => boolean) => {
    discarded.whose = ["kim", "sam"].filter(whose);
  },
}));

test("what others left is discarded, and nothing of one's own", async () => {
  session.set("draft:kim:lead", "Kim's words");
  session.set("draft:sam:lead", "Sam's words");
  await discardOfOthers("sam");
  expect(discarded.whose).toEqual(["kim"]);
  expect([session.get("draft:kim:lead"), session.get("draft:sam:lead")]).toEqual([null, "Sam's words"]);
});

test("changes are counted as one says it", () => {
  expect([changes(1), changes(3), changes(1, "Change"), changes(2, "Change")]).toEqual([
    "1 change",
    "3 changes",
    "1 Change",
    "2 Changes",
  ]);
});
