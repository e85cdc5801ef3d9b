import { describe, expect, it } from "vitest";
import { InTurn } from "./in-turn";

function turns() {
  const pauses: (() => void)[] = [];
  const drawn: string[] = [];
  const queue = new InTurn((then) => pauses.push(then));
  const draw = (name: string, changes = true) => {
    return () => {
      drawn.push(name);
      return changes;
    };
  };
  const rest = () => {
    for (const then of pauses.splice(0)) then();
  };
  return { queue, drawn, draw, rest };
}

describe("drawings in turn", () => {
  it("draws the nearest first, and the next after it was drawn and painted", () => {
    const { queue, drawn, draw, rest } = turns();
    const [far, near] = [draw("far"), draw("near")];
    queue.add(far, 900);
    queue.add(near, -20);
    expect(drawn).toEqual([]);
    rest();
    expect(drawn).toEqual(["near"]);
    rest();
    expect(drawn).toEqual(["near"]); // it was not drawn yet
    queue.done(near);
    expect(drawn).toEqual(["near"]); // nor painted
    rest();
    expect(drawn).toEqual(["near", "far"]);
  });

  it("waits for nothing that changes nothing", () => {
    const { queue, drawn, draw, rest } = turns();
    queue.add(draw("as it is", false), 1);
    queue.add(draw("other"), 2);
    rest();
    expect(drawn).toEqual(["as it is", "other"]);
  });

  it("goes on after what was taken away, waiting or under way", () => {
    const { queue, drawn, draw, rest } = turns();
    const [one, two, three] = [draw("one"), draw("two"), draw("three")];
    queue.add(one, 1);
    queue.add(two, 2);
    queue.add(three, 3);
    rest();
    queue.drop(two);
    queue.drop(one);
    rest();
    expect(drawn).toEqual(["one", "three"]);
  });

  it("draws again what is added while it is drawn", () => {
    const { queue, drawn, draw, rest } = turns();
    const one = draw("one");
    queue.add(one, 1);
    rest();
    queue.add(one, 1);
    queue.done(one);
    rest();
    expect(drawn).toEqual(["one", "one"]);
  });
});
