// Every form is one of FormElement's, says at itself that its last attempt failed, and tells what is wrong with a field by Fault: no form
// and no fault is left out of what they do.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Fault } from "~/ui/fault";

interface Source {
  path: string;
  text: string;
}

const SOURCES: Source[] = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
  .map((path) => join("app", path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const having = (sources: Source[], part: RegExp, without?: RegExp) =>
  sources.filter(({ text }) => part.test(text) && !without?.test(text)).map(({ path }) => path);

const ELEMENT = /<form[\s>]/m;
/** Of a form with fields, and not of a comment or of a form that stands in for one under its name. */
const FORM = /<Form(?=[\s>])[^>]*?\b(?:form|\.\.\.form)\b/;
/** By itself, or as a part of how a form ends that changes a record. */
const FAULT = /<Form(?:Fault|End)\b/;
const ERRORS = /\berrors[.[]|[gG]etFieldState\(/;
const TOLD = /<Fault\b|<Field\b|\bmessage=|<FormFault\b|export function FormFault/;

test("the element <form> stands in one place", () => {
  expect(having(SOURCES, ELEMENT)).toEqual(["app/forms/form-element.tsx"]);
});

test("a form with fields says at its foot why its last attempt failed", () => {
  expect(having(SOURCES, FORM).length).toBeGreaterThan(20);
  expect(having(SOURCES, FORM, FAULT)).toEqual([]);
});

test("the fault of a field is told by the part that a form looks for", () => {
  expect(having(SOURCES, ERRORS).length).toBeGreaterThan(5);
  expect(having(SOURCES, ERRORS, TOLD)).toEqual([]);
});

test("that part carries the mark by which a form finds its first fault", () => {
  const [, mark = ""] = /querySelector\("\[(.+?)\]/.exec(readFileSync("app/forms/first-fault.ts", "utf8")) ?? [];
  expect(mark).toBe("data-fault");
  expect(renderToString(createElement(Fault, null, "A title is required"))).toContain(` ${mark}=`);
  expect(renderToString(createElement(Fault))).toBe("");
});

test("the control: one of each that goes its own way is found", () => {
  const own = (text: string) => [{ path: "own.tsx", text }];
  expect(having(own("<form\n  onSubmit={send}>"), ELEMENT)).toEqual(["own.tsx"]);
  expect(having(own("<Form form={form} send={send}><SubmitButton /></Form>"), FORM, FAULT)).toEqual(["own.tsx"]);
  expect(having(own("<p>{formState.errors.name?.message}</p>"), ERRORS, TOLD)).toEqual(["own.tsx"]);
});
