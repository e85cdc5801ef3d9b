import { describe, expect, test } from "vitest";
import { merge } from "./merge";
import { changesOf, differs, same } from "./same";

const base = { name: "Kim", phone: "555-0100", status: "new", notes: "Call in the morning.", estimatedValue: 4500 };

describe("what one person changed", () => {
  test("is all that is sent", () => {
    expect(changesOf(base, { ...base, phone: "555-0111" })).toEqual({ phone: "555-0111" });
    expect(changesOf(base, base)).toEqual({});
  });

  test("is neither space around what was typed, nor a field that is empty still", () => {
    expect([
      differs("Gable ", "Gable"),
      differs(" ", ""),
      differs({ words: " ", day: "1" }, { words: "", day: "1" }),
    ]).toEqual([false, false, false]);
    expect([differs("Gables", "Gable"), differs("", "Gable"), differs({ words: "Call" }, { words: "" })]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("is not what the server keeps in the same way: space around a text, nothing for an empty one", () => {
    expect(changesOf({ ...base, notes: null as string | null }, { ...base, name: " Kim ", notes: "" })).toEqual({});
    expect(same(0, null)).toBe(false);
    expect(same("", null)).toBe(true);
  });

  test("stands, whoever of the two it was", () => {
    const merged = merge(base, { ...base, name: "Kim Lee" }, { ...base, phone: "555-0111", estimatedValue: 0 });
    expect(merged).toEqual({
      fields: { ...base, name: "Kim Lee", phone: "555-0111", estimatedValue: 0 },
      taken: ["phone", "estimatedValue"],
      choices: [],
    });
  });
});

describe("what both changed", () => {
  test("is a choice, and nothing else is", () => {
    const merged = merge(base, { ...base, phone: "555-0122" }, { ...base, phone: "555-0111", name: "Kim Lee" });
    expect(merged.choices).toEqual([{ field: "phone", mine: "555-0122", theirs: "555-0111" }]);
    expect(merged.fields).toEqual({ ...base, phone: "555-0122", name: "Kim Lee" });
    expect(merged.taken).toEqual(["name"]);
  });

  test("to the same is no choice and no news", () => {
    const both = { ...base, phone: "555-0111" };
    expect(merge(base, both, both)).toEqual({ fields: both, taken: [], choices: [] });
  });

  test("a status never goes backward silently: another's completion is a choice", () => {
    const merged = merge({ status: "pending" }, { status: "in_progress" }, { status: "completed" });
    expect(merged.choices).toEqual([{ field: "status", mine: "in_progress", theirs: "completed" }]);
    expect(merge({ status: "pending" }, { status: "pending" }, { status: "completed" }).fields).toEqual({
      status: "completed",
    });
  });
});

describe("additions to notes", () => {
  const notes = (text: string | null) => ({ ...base, notes: text });

  test("stand below each other", () => {
    const merged = merge(base, notes("Call in the morning.\nMine."), notes("Call in the morning. Theirs."));
    expect(merged.fields.notes).toBe("Call in the morning. Theirs.\nMine.");
    expect([merged.taken, merged.choices]).toEqual([["notes"], []]);
  });

  test.each([
    ["", "Mine.", "Theirs.", "Theirs.\nMine."],
    ["A", "Mine.\nA", "A\nTheirs.", "Mine.\nA\nTheirs."],
    ["A", "A\nSame.", "A\nSame.", "A\nSame."],
    ["A", "A\nSame.", "A\nSame.\nAnd more.", "A\nSame.\nAnd more."],
    ["A", "A\nok", "A\nbroken", "A\nbroken\nok"],
  ])("of %j as %j and %j give %j", (was, own, other, joined) => {
    const merged = merge(notes(was), notes(own), notes(other));
    expect([merged.fields.notes, merged.choices]).toEqual([joined, []]);
  });

  test.each([
    ["A", "B", "A\nTheirs."],
    ["A", "A\nMine.", ""],
    ["Sand", "Seal", "Sand\nTheirs."],
  ])("are not what was written instead of %j: %j and %j are a choice", (was, own, other) => {
    const both = other && { both: `${other}\n${own}` };
    expect(merge(notes(was), notes(own), notes(other)).choices).toEqual([
      { field: "notes", mine: own, theirs: other, ...both },
    ]);
  });

  test("other texts are never joined", () => {
    const merged = merge({ title: "Roof" }, { title: "Roof, mine" }, { title: "Roof, theirs" });
    expect(merged.choices).toHaveLength(1);
  });
});

describe("lines of a list", () => {
  const line = (name: string, quantity: number) => ({ name, quantity, unit: "ft" });
  const lists = (was: object[], own: object[], other: object[]) =>
    merge({ materialsUsed: was }, { materialsUsed: own }, { materialsUsed: other });
  const [channel, clips, tape] = [line("Channel", 12), line("Clips", 40), line("Tape", 3)];

  test("additions of both stay", () => {
    const merged = lists([channel], [channel, clips], [channel, tape]);
    expect(merged.fields.materialsUsed).toEqual([channel, tape, clips]);
    expect(merged.choices).toEqual([]);
  });

  test("the same addition of both counts twice: each used some", () => {
    expect(lists([], [clips], [{ ...clips, quantity: 20 }]).fields.materialsUsed).toEqual([line("Clips", 20), clips]);
  });

  test("one person's removal and another's change of two lines both stand", () => {
    const merged = lists([channel, clips], [clips], [channel, line("Clips", 50), tape]);
    expect(merged.fields.materialsUsed).toEqual([line("Clips", 50), tape]);
    expect(merged.choices).toEqual([]);
  });

  test("a line that both changed is a choice, with the additions in either answer", () => {
    const merged = lists([channel], [line("Channel", 14), clips], [line("Channel", 13), tape]);
    expect(merged.choices).toEqual([
      {
        field: "materialsUsed",
        mine: [line("Channel", 14), tape, clips],
        theirs: [line("Channel", 13), tape, clips],
      },
    ]);
  });

  test("a line that one changed and the other removed is a choice", () => {
    expect(lists([channel], [], [line("Channel", 13)]).choices).toHaveLength(1);
  });
});
