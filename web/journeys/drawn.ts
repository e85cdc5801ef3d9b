// A visitor's drawing of lights, for journeys that begin with one.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { PHOTO } from "./staff";

const EAVE = [400, 1500, 2600, 1500];
const GABLE = [2600, 1500, 3000, 1000, 3400, 1500];
export const PLAN = {
  v: 1,
  a: 1.3333,
  l: [EAVE, GABLE],
  r: { k: "garage16x7", q: [2600, 2300, 3400, 2300, 3400, 2900, 2600, 2900], h: 15 },
  s: "warm",
  e: "steady",
  b: 100,
  d: 8,
  n: 0.6,
};

export const HOUSE = {
  name: "house.jpg",
  mimeType: "image/jpeg",
  buffer: readFileSync(new URL("../public/img/farmhouse-day-960.jpg", import.meta.url)),
};

/** A request with a drawing, as the website sends both; the lead's id. */
export async function drawn(page: Page, name: string, plan: object, image: typeof PHOTO): Promise<string> {
  const key = randomUUID();
  const quote = {
    propertyType: "home",
    coverage: "front",
    stories: 1,
    zip: "43004",
    street: "9 Roof Row",
    secondsOpen: 30,
  };
  const data = { ...quote, name, email: `${name.replace(/\W/g, "")}@visitor.example`, key };
  const { reference } = await (await page.request.post("/api/quotes", { data })).json();
  const multipart = { plan: JSON.stringify(plan), reference, key, image };
  const sent = await page.request.post("/api/drawings", { multipart });
  expect(sent.status()).toBe(201);
  const { id } = await sent.json();
  return (await (await page.request.get(`/api/panel/drawings/${id}`)).json()).leadId;
}
