import { beforeEach, expect, test, vi } from "vitest";
import { showFirstFault } from "./first-fault";

/** A part of a page, as far as a form looks at it. */
class Part {
  readonly style = {};
  readonly focus = vi.fn();
  readonly scrollIntoView = vi.fn();
  readonly is: "field" | "group" | "words";
  readonly around: Part | undefined;
  readonly within: readonly Part[];
  readonly isFaulty: boolean;
  constructor(is: Part["is"], around?: Part, within: readonly Part[] = [], isFaulty = false) {
    this.is = is;
    this.around = around;
    this.within = within;
    this.isFaulty = isFaulty;
  }
  matches = () => this.is === "field";
  closest = () => this.around;
  querySelector = (asked: string) =>
    this.within.find((part) =>
      asked.includes("data-fault")
        ? part.isFaulty
        : asked.includes("alert")
          ? part.is === "words"
          : part.is === "field",
    );
}

beforeEach(() => {
  vi.stubGlobal("HTMLElement", Part);
});

const shown = (...parts: Part[]) => {
  showFirstFault(new Part("group", undefined, parts) as unknown as HTMLFormElement);
  return parts.map(({ focus, scrollIntoView }) => [focus, scrollIntoView].map((act) => act.mock.calls.length));
};

test("a field at fault has the focus, and is scrolled to with its group", () => {
  const group = new Part("group");
  expect(shown(new Part("field"), new Part("field", group, [], true), new Part("field"))).toEqual([
    [0, 0],
    [1, 1],
    [0, 0],
  ]);
  expect(group.scrollIntoView).toHaveBeenCalledOnce();
});

test("where words alone say the fault of a group, its own first field has the focus", () => {
  const [first, second] = [new Part("field"), new Part("field")];
  const words = new Part("words", new Part("group", undefined, [first, second]), [], true);
  expect(shown(new Part("field"), words)).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect([first, second].map(({ focus }) => focus.mock.calls.length)).toEqual([1, 0]);
});

test("where no field is at fault, what is said of the attempt is scrolled to", () => {
  expect(shown(new Part("field"), new Part("words"))).toEqual([
    [0, 0],
    [0, 1],
  ]);
});
