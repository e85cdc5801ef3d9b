import { expect, test, vi } from "vitest";
import type { Waiting } from "~/offline/operation";

const rows = vi.hoisted(() => ({
  kept: [
    { id: "visit", status: "planned", notes: "Gate" },
    { id: "other", status: "planned" },
  ] as object[],
  shown: [] as unknown[],
}));

vi.mock("~/offline/own-rows", () => ({
  changeRows: async (person: string, change: (all: object[]) => object[]) => {
    if (person === "kim") rows.kept = change(rows.kept);
  },
}));
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

test("of a photo it says which the job has now", () => {
  const images = [{ id: "a" }];
  expect(heard({ ...operation, form: [] }, { images, version: 7, title: "Porch" })).toEqual([]);
  expect(rows.kept[0]).toMatchObject({ images, jobVersion: 7 });
  expect(rows.kept[0]).not.toHaveProperty("title");
});
