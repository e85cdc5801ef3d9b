// Every change of the panel is sent under the version that it began with, so that two who type at once lose no words; or it stands here
// with the reason why nothing is lost.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const WITHOUT: Record<string, string> = {
  "layout/account.tsx": "one's own profile",
  "layout/preferences.tsx": "one's own preferences",
  "layout/two-step/standing.tsx": "the name of one's own passkey",
  "any-record/look/saved-view.ts": "how one's own list looks",
  "records/leads/lead.ts": "guess or quoted: one press, and no words",
  "company/settings/integrations/webhook.ts": "on or off: one press, and no words",
  "pictures/order-photo.ts": "a photo's caption: the last one counts, the log keeps the other",
  "importing/import.ts": "a cell of one's own import",
};

/** A call with what stands before it in its statement, and behind it up to the next call. */
const CALL = /.{0,120}\bapi\.(?:patch|put)\((?:(?!\bapi\.)[\s\S]){0,300}/g;

/** How many changes of a source are sent without a version. */
const unversioned = (source: string) =>
  [...source.replace(/\n\s*/g, " ").matchAll(CALL)].filter(([call]) => !/\bchanging\(/.test(call)).length;

const ROOT = new URL("..", import.meta.url);
const sources = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => [name, readFileSync(new URL(name, ROOT), "utf8")] as const);

test("changes name the version that they began with", () => {
  const found = sources.filter(([, source]) => unversioned(source) > 0).map(([name]) => name);
  expect(found.sort()).toEqual(Object.keys(WITHOUT).sort());
});

test("control: one without a version is seen", () => {
  expect(unversioned('api.patch("/api/panel/leads/{id}", { body, headers: keyed(key) })')).toBe(1);
  expect(unversioned('api.patch("/api/panel/leads/{id}", { body, headers: changing(version, key) })')).toBe(0);
});
