import { expect, test } from "vitest";
import { classes } from "./classes";

test.each([
  ["the later padding wins", ["px-4 py-2", "px-6"], "py-2 px-6"],
  ["the wider padding takes the narrower ones with it", ["px-4 pt-2", "p-0"], "p-0"],
  ["a size of text is no color of text", ["text-small text-muted", "text-danger"], "text-small text-danger"],
  ["a measured size of text is a size", ["text-h2", "text-[2rem]"], "text-[2rem]"],
  ["an edge's width is no color of an edge", ["border border-control", "border-danger"], "border border-danger"],
  ["nor is that of the right edge", ["border-hairline border-r", "border-l"], "border-hairline border-r border-l"],
  [
    "one edge may have a color of its own",
    ["border-2 border-hairline border-t-primary"],
    "border-2 border-hairline border-t-primary",
  ],
  ["which goes with the color of all", ["border-t-primary", "border-danger"], "border-danger"],
  [
    "where a picture lies does not say how it fills",
    ["object-cover", "object-[50%_42%]"],
    "object-cover object-[50%_42%]",
  ],
  ["a state stands for itself", ["bg-surface hover:bg-sunk", "bg-night"], "hover:bg-sunk bg-night"],
  ["a width of screen stands for itself", ["hidden md:flex", "md:hidden"], "hidden md:hidden"],
  ["a size takes width and height with it", ["h-4 w-4", "size-6"], "size-6"],
  ["what is not there is left out", ["grid", false, null, undefined, "gap-2"], "grid gap-2"],
])("%s", (_, names, joined) => {
  expect(classes(...(names as string[]))).toBe(joined);
});
