// A drawing has one length, whenever and on whichever copy of its picture it is opened.
import { expect, test, vi } from "vitest";
import shared from "../../../tests/vectors/rooflines.json";
import { groundOf, lengthsOf } from "./bench";
import { openDrawn, openLinked } from "./opening";
import { type Plan, planOf, readPlan } from "./plan";
import plans from "./similar/plans.json";

// Another copy of a picture looks another way: its roll is seen otherwise.
vi.mock("./vision/sight", () => ({ openSight: async () => ({ roll: 0.04, doubts: [] }) }));
vi.mock("./picture/open-photo", () => ({
  openPhoto: async () => ({ image: {}, width: 1500, height: 1000, focal: 1.3, doubts: ["soft"] }),
}));
vi.stubGlobal("fetch", async () => new Response("picture"));
vi.stubGlobal("createImageBitmap", async () => ({ width: 1500, height: 1000 }));

const drawn = shared.plans.find(({ what }) => what === "tilted by 0.06")?.plan;
const plan = readPlan(JSON.stringify({ ...drawn, w: [], k: [], g: "whole" })) as Plan;

test("what was kept says the same feet of the same part of the house", async () => {
  const opened = await openDrawn(new Blob(["house"]), plan);
  const again = planOf(opened.drawing, opened.look, groundOf(opened));
  expect(again).toEqual(plan);
  expect(lengthsOf(again)).toEqual(lengthsOf(plan));
  const measured = { ...opened, sight: { ...opened.sight, roll: 0.04 } }; // control: the roll of the copy says others
  expect(lengthsOf(planOf(opened.drawing, opened.look, groundOf(measured)))).not.toEqual(lengthsOf(plan));
});

test("a house of ours keeps its own roll, as a link does", async () => {
  const ours = { ...plans.farmhouse, roll: 0.02 } as unknown as Plan;
  const opened = await openLinked(ours);
  expect(opened && groundOf(opened).roll).toBe(0.02);
});
