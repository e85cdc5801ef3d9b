import { expect, test, vi } from "vitest";
import type { Waiting } from "~/offline/operation";

const rows = vi.hoisted(() => ({
  kept: [
    { id: "visit", status: "planned", notes: "Gate" },
    { id: "other", status: "planned" },
  ] as object[],
  shown: [] as unknown[],
}));
const tabs = vi.hoisted(() => ({ given: [] as unknown[], take: (_given: unknown) => {}, asked: [] as string[] }));

vi.mock("~/offline/own-rows", () => ({
  changeRows: async (person: string, change: (all: object[]) => object[]) => {
    if (person === "kim") rows.kept = change(rows.kept);
  },
}));
vi.mock("~/offline/waiting", () => ({
  giveTabs: (given: unknown) => tabs.given.push(given),
  whenGiven: (act: typeof tabs.take) => {
    tabs.take = act;
  },
}));
vi.mock("~/api/queries", () => ({ refreshPanel: async () => tabs.asked.push("anew") }));
vi.mock("./own-visit", () => ({ keepVisit: (...told: unknown[]) => rows.shown.push(told) }));

const { heard } = await import("./heard");
const operation = { about: "visit", person: "kim" } as Waiting;

test("what the server says of a visit stands on the screen and in what is kept, and what came out otherwise is told", () => {
  const visit = { status: "started" };
  expect(heard(operation, { visit, told: [{ words: "Theirs stays." }] })).toEqual(["Theirs stays."]);
  expect(rows.shown).toEqual([["visit", visit]]);
  expect(rows.kept).toEqual([
    { id: "visit", status: "started", notes: "Gate" },
    { id: "other", status: "planned" },
  ]);
});

test("another tab shows it too, and asks anew; what is kept is changed once", () => {
  tabs.given = [];
  heard(operation, { visit: { status: "done" }, told: [] });
  const { kept } = rows;
  rows.shown = [];
  tabs.take(structuredClone(tabs.given[0]));
  expect(rows.shown).toEqual([["visit", { status: "done" }]]);
  expect([tabs.asked, tabs.given.length]).toEqual([["anew"], 1]);
  expect(rows.kept).toBe(kept);
});

test("of a photo it says which the job has now", () => {
  const images = [{ id: "a" }];
  expect(heard({ ...operation, form: [] }, { images, version: 7, title: "Porch" })).toEqual([]);
  expect(rows.kept[0]).toMatchObject({ images, jobVersion: 7 });
  expect(rows.kept[0]).not.toHaveProperty("title");
});
