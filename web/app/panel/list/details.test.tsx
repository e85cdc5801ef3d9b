import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Detail } from "./details";

test("what there is nothing to say of is left out, and nothing else", () => {
  for (const nothing of [null, undefined, ""]) {
    expect(renderToStaticMarkup(<Detail term="Phone">{nothing}</Detail>)).toBe("");
  }
  expect(renderToStaticMarkup(<Detail term="Managers">{0}</Detail>)).toContain("<dt");
});
