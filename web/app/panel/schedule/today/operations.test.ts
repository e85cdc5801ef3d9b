import { beforeEach, expect, test, vi } from "vitest";
import type { Waiting } from "~/offline/operation";

/** What is kept, what screens are shown of it, and photos on their way through the browser. */
const world = vi.hoisted(() => ({
  kept: [] as Waiting[],
  snapshot: { operations: [] as Waiting[], discarded: [] as Waiting[], savedAt: null },
  room: true,
  broken: false,
  shrinking: [] as (() => void)[],
}));

vi.mock("~/offline/waiting", () => ({
  NO_ROOM: "No room.",
  keepWaiting: async (operation: Waiting) => {
    if (world.broken) throw new Error("broken");
    world.kept.push(operation);
    return world.room;
  },
  waitingNow: () => world.snapshot,
  whenWaiting: () => () => undefined,
}));
vi.mock("~/offline/sender", () => ({ sendWaiting: async () => undefined }));
vi.mock("~/ui/toast", () => ({ notifyError: vi.fn() }));
vi.mock("~/lib/photo", () => ({
  shrunk: (file: File) =>
    new Promise((resolve) => world.shrinking.push(() => resolve(new File(["small"], `small ${file.name}`)))),
}));

const { notifyError } = await import("~/ui/toast");
const { addPhoto, isPhoto, operate, waiting } = await import("./operations");

const visit = {
  id: "visit",
  kind: "work_order",
  recordId: "order",
  title: "Gable lights",
  day: "2027-05-11",
  address: "7 Ladder Lane",
  timeZone: "America/Phoenix",
  status: "planned",
  setOffAt: null,
  startedAt: null,
  doneAt: null,
  reason: null,
  met: null,
  nobodyThere: false,
  missing: null,
} as Parameters<typeof operate>[0];
const photo = (name: string) => new File(["large"], name, { lastModified: Date.parse("2027-05-11T09:00:00Z") });
const fieldOf = ({ form = [] }: Waiting, name: string) => form.find((field) => field.name === name)?.value;
const nameOf = (kept: Waiting) => (fieldOf(kept, "image") as File).name;

/** Lets the browser finish as many photos as it has begun. */
async function shrink() {
  await vi.advanceTimersByTimeAsync(0);
  for (const finish of world.shrinking.splice(0)) finish();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2027-05-11T12:00:00Z") });
  Object.assign(world, {
    kept: [],
    snapshot: { operations: [], discarded: [], savedAt: null },
    room: true,
    shrinking: [],
  });
});

test("a press is kept with when it was, and the day that its person saw", async () => {
  await operate(visit, { status: "started" });
  expect(world.kept).toMatchObject([
    {
      about: "visit",
      path: "/api/panel/visits/visit/operations",
      method: "POST",
      body: { status: "started", at: "2027-05-11T12:00:00.000Z", day: "2027-05-11" },
      title: "Started",
      place: "Gable lights, 7 Ladder Lane",
      words: "",
    },
  ]);
  expect(world.kept[0]?.id).toMatch(/^.{22,}$/);
});

test("a press says how its person saw the visit", async () => {
  const done = { ...visit, status: "done", doneAt: "2027-05-11T11:00:00Z", met: "Ada", missing: "No ladder" } as const;
  await operate(done, { status: "started", reason: "Pressed by mistake" });
  expect(world.kept[0]?.body).toEqual({
    status: "started",
    reason: "Pressed by mistake",
    at: "2027-05-11T12:00:00.000Z",
    day: "2027-05-11",
    base: {
      status: "done",
      setOffAt: null,
      startedAt: null,
      doneAt: "2027-05-11T11:00:00Z",
      reason: null,
      met: "Ada",
      nobodyThere: false,
      missing: "No ladder",
    },
  });
});

test("a press that is made again before a screen shows it is one; another visit, another deed and a later press are their own", async () => {
  const note = (text: string) => ({ notes: { base: null, text } });
  const other = { ...visit, id: "other" };
  const pressed = await Promise.all([
    operate(visit, { status: "started" }),
    operate(visit, { status: "started" }),
    operate(other, { status: "started" }),
    operate(visit, note("a")),
    operate(visit, note("b")),
    operate(visit, note("a")),
  ]);
  expect(pressed).toEqual(Array(6).fill(true));
  expect(world.kept.map(({ about, body }) => [about, body])).toMatchObject([
    ["visit", { status: "started" }],
    ["other", { status: "started" }],
    ["visit", note("a")],
    ["visit", note("b")],
  ]);
  await operate(visit, note("a"));
  expect(world.kept).toHaveLength(5);
});

test("a press that could not be kept is made again", async () => {
  world.broken = true;
  await expect(operate(visit, { status: "started" })).rejects.toThrow("broken");
  world.broken = false;
  await operate(visit, { status: "started" });
  expect(world.kept).toHaveLength(1);
});

test("words that could be lost go along with it", async () => {
  await operate(visit, { notes: { base: null, text: "Dog in the yard" } });
  expect(world.kept[0]).toMatchObject({ title: "Notes", words: "Dog in the yard" });
});

test("a photo is kept small, with its kind, its caption and when it was taken", async () => {
  const adding = addPhoto(visit, photo("a.jpg"), "before", "North gable");
  await shrink();
  await adding;
  const [kept] = world.kept as [Waiting];
  expect(kept).toMatchObject({
    path: "/api/panel/work-orders/order/photos",
    title: "Photo: Before",
    words: "North gable\nTaken: 2:00 AM, May 11, 2027",
  });
  expect(nameOf(kept)).toBe("small a.jpg");
  expect(["kind", "caption", "takenAt"].map((name) => fieldOf(kept, name))).toEqual([
    "before",
    "North gable",
    "2027-05-11T09:00:00.000Z",
  ]);
});

test("of many photos that are chosen at once one is drawn at a time, and they keep their order", async () => {
  const names = Array.from({ length: 40 }, (_, number) => `${number}.jpg`);
  const adding = names.map((name) => addPhoto(visit, photo(name), "after", ""));
  for (const _ of names) {
    await vi.advanceTimersByTimeAsync(0);
    expect(world.shrinking).toHaveLength(1);
    await shrink();
  }
  await Promise.all(adding);
  expect(world.kept.map(nameOf)).toEqual(names.map((name) => `small ${name}`));
});

test("a photo without room on the device is told of, and the next goes on", async () => {
  world.room = false;
  const adding = [addPhoto(visit, photo("a.jpg"), "after", ""), addPhoto(visit, photo("b.jpg"), "after", "")];
  await shrink();
  await shrink();
  await Promise.all(adding);
  expect(notifyError).toHaveBeenCalledTimes(2);
  expect(world.kept).toHaveLength(2);
});

test("what is refused is shown as done no more, and a photo says why it is not there", () => {
  const one = (id: string, more: object) => ({ id, about: "visit", at: "", state: "waiting", said: [], ...more });
  const image = { name: "image", value: photo("a.jpg") };
  vi.stubGlobal("URL", { createObjectURL: () => "blob:a", revokeObjectURL: () => undefined });
  const shown = { day: "2027-05-11", operation: { status: "started" } };
  world.snapshot = {
    savedAt: null,
    discarded: [],
    operations: [
      one("waits", { shown }),
      one("refused", { shown, state: "refused", said: ["No."] }),
      one("told", { shown, state: "told" }),
      one("photo", { shown: { kind: "after" }, form: [image], state: "refused", said: ["Too large."] }),
    ] as unknown as Waiting[],
  };
  const { operations, photos } = waiting();
  expect(operations.map(({ id }) => id)).toEqual(["waits"]);
  expect(photos).toMatchObject([{ id: "photo", kind: "after", fault: "Too large.", address: "blob:a" }]);
  vi.unstubAllGlobals();
});

test("of several files the one that is no photo is named", () => {
  expect(isPhoto(new File(["words"], "offer.pdf", { type: "application/pdf" }))).toBe(false);
  expect(notifyError).toHaveBeenLastCalledWith(
    "Invalid File Type",
    expect.stringMatching(/^offer\.pdf: Please select/),
  );
});
