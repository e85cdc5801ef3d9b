// What is typed while a form is sent is neither lost nor passed off as saved: each form says so, or stands here with the reason why
// nothing is lost.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const OTHERWISE: Record<string, readonly string[]> = {
  "other forms are made of it": ["forms/form"],
  "it asks, and what is typed since asks again": [
    "panel/any-record/bulk/choose-step",
    "panel/importing/choose-step",
    "panel/importing/match-step",
    "panel/company/settings/privacy/look-up",
  ],
  "it chooses among what is there": ["panel/layout/record-page/merge", "panel/records/leads/attach"],
  "each of its steps goes on, and the last one stays": ["site/quote/quote-dialog"],
  "it empties itself only of what was sent": [
    "panel/company/settings/choice-list",
    "panel/pictures/photo-window",
    "panel/schedule/today/materials",
  ],
  "it waits for no answer": ["panel/schedule/today/complete", "panel/schedule/today/correct"],
  "a reason is one press": ["panel/any-record/reasons"],
  "it is a secret or an address, and leads on": [
    "auth/access-link",
    "auth/code-step",
    "auth/email-step",
    "auth/forgotten-password",
    "auth/password-step",
    "auth/set-up-step",
    "panel/layout/two-step/two-step",
    "panel/waiting/sign-in-here",
  ],
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a form of the source says nothing: a bare one that does not ask, or one with fields that closes or goes on by itself. */
const saysNothing = (text: string): boolean =>
  count(text, /<FormElement\b/g) > count(text, /\bonStays=|\bsince(?:: |\()/g) ||
  (/\bForm\b[^;]*from "~?[./]*\/forms\/form"/.test(text) && count(text, /<Form\b/g) > count(text, /\bonSent[=:]/g));

const SOURCES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
  .map((path) => ({ path: path.slice(0, -".tsx".length), text: readFileSync(join("app", path), "utf8") }));

test("a form says what was typed since, or why nothing is lost", () => {
  const found = SOURCES.filter(({ text }) => saysNothing(text)).map(({ path }) => path);
  expect(found.sort()).toEqual(Object.values(OTHERWISE).flat().sort());
});

test("control: a form that says nothing is seen", () => {
  expect(saysNothing("<FormElement onSubmit={() => write(words)} onSent={close}>")).toBe(true);
  expect(saysNothing("<FormElement onSubmit={() => write(words)} onSent={close} onStays={say}>")).toBe(false);
});
