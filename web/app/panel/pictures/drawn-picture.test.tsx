// Runs over a picture: numbered from 1, over the visitor's dashed ones; by night they are drawn on paper alone.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DayDrawing, DrawnPicture } from "./drawn-picture";

const EAVE = [400, 1500, 2600, 1500];
const GABLE = [2600, 1500, 3000, 1000, 3400, 1500];
const drawn = (part: { before?: number[][]; isNight?: boolean } = {}) =>
  renderToStaticMarkup(<DrawnPicture picture={null} aspect={1.5} lines={[EAVE, GABLE]} {...part} />);
const count = (markup: string, what: RegExp) => [...markup.matchAll(what)].length;

test("each run has its number, and what it is is said", () => {
  const markup = drawn();
  expect([...markup.matchAll(/<text[^>]*>(\d+)/g)].map(([, number]) => number)).toEqual(["1", "2"]);
  expect(markup).toContain('aria-label="2 runs of lights, numbered from 1"');
  expect(count(markup, /<polyline/g)).toBe(4);
  expect(markup).not.toContain("hidden print:inline");
});

test("by night lines are drawn on paper alone, and the numbers stay", () => {
  const markup = drawn({ isNight: true, before: [EAVE] });
  expect(count(markup, /class="hidden print:inline"/g)).toBe(3);
  expect(count(markup, /<text/g)).toBe(2);
});

test("what the visitor drew is dashed below a correction", () => {
  const plan = (l: number[][]) => JSON.stringify({ a: 1.5, l });
  const drawing = { plan: plan([GABLE]), sent: plan([EAVE, GABLE]), picture: null };
  const markup = renderToStaticMarkup(<DayDrawing drawing={drawing as Parameters<typeof DayDrawing>[0]["drawing"]} />);
  expect(count(markup, /stroke-dasharray/g)).toBe(2);
  expect(count(markup, /<text/g)).toBe(1);
});
