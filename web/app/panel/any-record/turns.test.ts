import { beforeEach, expect, test } from "vitest";
import { forgetOwn, keepOwn } from "./own-rows";
import { Turns } from "./turns";

interface Row {
  id: string;
  version: number;
  place: number;
}

/** A server that takes a row under its version alone. */
function stored(row: Row) {
  let now = row;
  return async ({ before, place }: { before: Row; place: number }) => {
    if (before.version !== now.version) throw new Error(`Version ${before.version} is not ${now.version}.`);
    now = { ...now, version: now.version + 1, place };
    return keepOwn(KIND, { saved: now });
  };
}

/** Rows are kept beyond a line; each test has its own. */
let KIND = "";
let tests = 0;
beforeEach(() => {
  tests += 1;
  KIND = `kind ${tests}`;
});

const row = { id: "1", version: 1, place: 1 };
const other = { id: "2", version: 1, place: 9 };

test("a press that waited goes on from the row that the one before it saved", async () => {
  const [turns, server] = [new Turns(KIND, () => {}), stored(row)];
  const press = (place: number) => turns.wait("x", { before: { ...row, place: place - 1 }, place }, server);
  expect(await Promise.all([press(2), press(3), press(4)])).toMatchObject([
    { saved: { place: 2, version: 2 } },
    { saved: { place: 3, version: 3 } },
    { saved: { place: 4, version: 4 } },
  ]);
});

test("the control: sent with the row that was pressed, the second one meets another version", async () => {
  const server = stored(row);
  await server({ before: row, place: 2 });
  await expect(server({ before: row, place: 3 })).rejects.toThrow("Version 1 is not 2.");
});

test("only its own row is renewed, also as the whole of what is sent, and never by an older one", async () => {
  const turns = new Turns(KIND, () => {});
  const same = async <Sent>(sent: Sent) => sent;
  const saved = { ...row, version: 5 };
  expect(
    await Promise.all([
      turns.wait("x", 1, async () => keepOwn(KIND, saved)),
      turns.wait("x", row, same),
      turns.wait("x", { before: other, to: row }, same),
      turns.wait("x", { ...row, version: 6 }, same),
    ]),
  ).toEqual([saved, saved, { before: other, to: saved }, { ...row, version: 6 }]);
});

test("what cannot be compared is never taken for the same press, and they say when it is over", async () => {
  const over: string[] = [];
  const turns = new Turns(KIND, () => over.push("over"));
  const called: number[] = [];
  const call = async (act: () => void) => act();
  await Promise.all([1, 2].map((number) => turns.wait("x", () => called.push(number), call)));
  expect(called).toEqual([1, 2]);
  await Promise.resolve();
  expect(over).toEqual(["over"]);
});

test("the same pressed by two is done twice", async () => {
  const turns = new Turns(KIND, () => {});
  const called: string[] = [];
  const press = (by: string) => turns.wait(by, { before: row }, async () => void called.push(by));
  await Promise.all([press("button"), press("button"), press("menu")]);
  expect(called).toEqual(["button", "menu"]);
});

test("what fell is done where it is pressed once more; a press that waited and fails alone takes nobody along", async () => {
  const turns = new Turns(KIND, () => {});
  const told: unknown[] = [];
  const press = (place: number, fails = false) =>
    turns.wait("x", { before: row, place }, async (sent) => {
      await null; // the others wait by then
      told.push(fails ? [place, turns.fail(sent)] : place);
    });
  const first = press(2, true);
  const fell = press(3);
  await first;
  await Promise.all([fell, press(3), press(4, true)]);
  expect(told).toEqual([[2, true], 3, [4, false]]);
});

test("what waits with a row of a press that failed falls with it; another row is written, and so is what is pressed afterwards", async () => {
  const turns = new Turns(KIND, () => {});
  const done: string[] = [];
  const press = (sent: unknown, word: string, fails = false) =>
    turns.wait("x", sent, async () => {
      await null; // the others wait by then
      if (fails) return turns.fail(sent) ? "fails, and others with it" : "fails";
      done.push(word);
      return word;
    });
  const answers = [
    press({ before: row, place: 2 }, "first", true),
    press({ before: row, place: 3 }, "waits"),
    press({ day: "Monday", there: [other, row] }, "waits in a list"),
    press({ before: other, place: 3 }, "of another row"),
  ];
  await answers[0];
  answers.push(press({ before: row, place: 3 }, "pressed afterwards"));
  expect(await Promise.all(answers)).toEqual([
    "fails, and others with it",
    null,
    null,
    "of another row",
    "pressed afterwards",
  ]);
  expect(done).toEqual(["of another row", "pressed afterwards"]);
});

test("a press after the line is empty goes on from what an own press saved, until the screen knows a newer one", async () => {
  const server = stored(row);
  const press = (before: Row, place: number) => new Turns(KIND, () => {}).wait("x", { before, place }, server);
  await press(row, 2);
  expect(await press(row, 3)).toMatchObject({ saved: { place: 3, version: 3 } });
  const newer = { ...row, version: 4 };
  expect(await new Turns(KIND, () => {}).wait("x", newer, async (sent) => sent)).toEqual(newer);
});

test("what was refused goes on from what the screen shows, and details of a record never from the record", async () => {
  const same = async <Sent>(sent: Sent) => sent;
  const press = (kind: string) => new Turns(kind, () => {}).wait("x", { before: row }, same);
  keepOwn(KIND, { ...row, version: 5 });
  expect(await press(`${KIND} details`)).toEqual({ before: row });
  expect(await press(KIND)).toMatchObject({ before: { version: 5 } });
  forgetOwn(KIND, { before: row });
  expect(await press(KIND)).toEqual({ before: row });
});

test("of two states of a row the older one is what an Undo returns to, and stays", async () => {
  const same = async <Sent>(sent: Sent) => sent;
  const [second, third] = [2, 3].map((version) => ({ ...row, version, place: version }));
  keepOwn(KIND, third);
  const sent = { was: row, now: second };
  expect(await new Turns(KIND, () => {}).wait("x", sent, same)).toEqual({ was: row, now: third });
});
