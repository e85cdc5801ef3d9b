import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { session } from "~/lib/storage";
import { changes, discardOfOthers, useOwnWork } from "./own-work";

const discarded = vi.hoisted(() => ({ whose: [] as string[] }));
const waiting = vi.hoisted(() => ({ operations: [] as object[], discarded: [], savedAt: null }));

vi.mock("~/offline/waiting", async (original) => ({
  ...(await original<object>()),
  waitingNow: () => waiting,
  wipeWaiting: async (whose: (person: string) => boolean) => {
    discarded.whose = ["kim", "sam"].filter(whose);
  },
}));

const Others = ({ person }: { person: string }) => JSON.stringify(useOwnWork(person).others);

test("what others left is discarded, and nothing of one's own", async () => {
  session.set("draft:kim:lead", "Kim's words");
  session.set("draft:sam:lead", "Sam's words");
  await discardOfOthers("sam");
  expect(discarded.whose).toEqual(["kim"]);
  expect([session.get("draft:kim:lead"), session.get("draft:sam:lead")]).toEqual([null, "Sam's words"]);
});

test("of others the server lacks what waits or was refused, and nothing that it has", () => {
  const othersOf = (states: string[]) => {
    waiting.operations = states.map((state) => ({ person: "kim", name: "Kim", state }));
    return renderToString(createElement(Others, { person: "lou" })).replaceAll("&quot;", '"');
  };
  session.remove("draft:sam:lead");
  expect(othersOf(["waiting", "refused", "told"])).toBe('{"who":"Kim","count":2}');
  expect(othersOf(["told"])).toBe("null");
});

test("changes are counted as one says it", () => {
  expect([changes(1), changes(3), changes(1, "Change"), changes(2, "Change")]).toEqual([
    "1 change",
    "3 changes",
    "1 Change",
    "2 Changes",
  ]);
});
