import { expect, test } from "vitest";
import { complete, filesOf, MOST, weighed, workerOf } from "./listing";

const manifest = {
  entry: { file: "assets/entry.js", imports: ["_shared"], css: ["assets/entry.css"] },
  screen: { file: "assets/screen.js", imports: ["_shared", "_round"] },
  other: { file: "assets/other.js" },
  _shared: { file: "assets/shared.js" },
  _round: { file: "assets/round.js", imports: ["screen"] },
};

test("the list has what its modules import, once each, and nothing else", () => {
  expect(filesOf(manifest, ["entry", "screen"])).toEqual([
    "/assets/entry.js",
    "/assets/entry.css",
    "/assets/shared.js",
    "/assets/screen.js",
    "/assets/round.js",
  ]);
});

test("a module that was moved stops the build", () => {
  expect(() => filesOf(manifest, ["entry", "moved"])).toThrow("The build has no moved");
});

test("what a kept part loads when it is wanted is kept as well, or left out for a reason", () => {
  const wants = { file: "assets/shared.js", dynamicImports: ["screen", "other", "rest/one"] };
  const built = { ...manifest, _shared: wants, "rest/one": { file: "assets/one.js" } };
  const list =
    (...left: string[]) =>
    () =>
      complete(built, ["entry", "screen"], { "It is not needed.": left });
  expect(list("rest/")).toThrow("does not keep other, which");
  expect(list("other", "rest/")).not.toThrow();
  expect(() => complete(built, ["entry", "screen", "other"], { "It is not needed.": ["rest/one"] })).not.toThrow();
  expect(list("other", "rest/", "screen")).toThrow("leaves out screen, which no kept part loads"); // it is kept
});

test("a list that weighs too much stops the build", () => {
  const half = () => MOST / 2;
  expect(weighed(["a", "b"], half)).toBe(MOST);
  expect(() => weighed(["a", "b", "c"], half)).toThrow("more than");
});

test("the script is another one whenever a file or a document is", () => {
  const source = 'const files = ["%FILES%"]; const name = "%BUILD%";';
  const script = workerOf(source, ["/a.js"], ["<html>"]);
  expect(script).toMatch(/^const files = \["\/a\.js"\]; const name = "[0-9a-f]{12}";$/);
  expect(workerOf(source, ["/a.js"], ["<html>"])).toBe(script);
  expect(workerOf(source, ["/a.js"], ["<html lang>"])).not.toBe(script);
  expect(workerOf(source, ["/b.js"], ["<html>"])).not.toBe(script);
});
