import { beforeEach, expect, test, vi } from "vitest";
import type { Waiting } from "./operation";

/** A store that may be full, in the place of IndexedDB's. */
const disk = vi.hoisted(() => ({
  rows: new Map<number, { order?: number }>(),
  next: 1,
  isFull: (_row: object): boolean => false,
  /** What a removal waits for. */
  removes: Promise.resolve(),
}));
const full = () => Promise.reject(new DOMException("The disk is full.", "QuotaExceededError"));

vi.mock("./database", () => ({
  database: async () => ({
    getAll: async () => [...disk.rows.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    add: async (_store: string, row: object) => {
      if (disk.isFull(row)) return full();
      const order = disk.next++;
      disk.rows.set(order, { ...row, order });
    },
    put: async (_store: string, row: { order: number }) => {
      if (disk.isFull(row)) return full();
      disk.rows.set(row.order, row);
    },
    delete: async (_store: string, order: number) => {
      await disk.removes;
      disk.rows.delete(order);
    },
  }),
}));

/** Tabs of one browser. */
const tabs = vi.hoisted(() => ({ told: [] as unknown[], hear: (_message: { data: unknown }) => {} }));
vi.stubGlobal("document", {});
vi.stubGlobal(
  "BroadcastChannel",
  class {
    postMessage = (words: unknown) => tabs.told.push(words);
    addEventListener = (_name: string, act: typeof tabs.hear) => {
      tabs.hear = act;
    };
  },
);

const {
  changeWaiting,
  discardWaiting,
  endDiscard,
  keepFor,
  keepWaiting,
  NO_ROOM,
  reread,
  takeDiscardBack,
  waitingNow,
  wipeWaiting,
} = await import("./waiting");

const press = (id: string, more: object = {}) => ({
  id,
  about: "visit",
  at: "2026-06-30T12:00:00Z",
  path: "/api/panel/x",
  method: "POST" as const,
  title: "",
  place: "",
  words: "",
  shown: null,
  ...more,
});
const photo = { form: [] };
const ids = () => waitingNow().operations.map(({ id }) => id);
const the = (id: string) => waitingNow().operations.find((one) => one.id === id) as Waiting;

beforeEach(async () => {
  disk.isFull = () => false;
  keepFor("kim", "Kim");
  await wipeWaiting((person) => person === "kim");
  vi.spyOn(console, "warn").mockReturnValue();
});

test("what was done stands in its order, with whose it is, and is read again from what is kept", async () => {
  expect(await keepWaiting(press("a"))).toBe(true);
  await keepWaiting(press("b"));
  expect(ids()).toEqual(["a", "b"]);
  expect(the("a")).toMatchObject({ person: "kim", name: "Kim", state: "waiting", said: [] });
  expect((await reread()).map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a photo's bytes are kept, as the file behind them may vanish", async () => {
  const file = new File(["bytes"], "photo.jpg", { type: "image/jpeg" });
  await keepWaiting(press("a", { form: [{ name: "image", value: file }] }));
  const kept = the("a").form?.[0]?.value as File;
  expect(kept).not.toBe(file);
  expect([await kept.text(), kept.name, kept.type]).toEqual(["bytes", "photo.jpg", "image/jpeg"]);
});

test("other tabs hear of each change, and read what they are told of", async () => {
  tabs.told = [];
  await keepWaiting(press("a"));
  expect(tabs.told).toEqual(["changed"]);
  disk.rows.set(99, { ...the("a"), id: "of another tab", order: 99 } as object);
  tabs.hear({ data: "changed" });
  await vi.waitFor(() => expect(ids()).toEqual(["a", "of another tab"]));
  expect(tabs.told).toHaveLength(1);
});

test("what this device has no room for keeps its place, so that what needs it is not sent before it", async () => {
  await keepWaiting(press("before"));
  disk.isFull = (row) => "form" in row;
  expect(await keepWaiting(press("photo", photo))).toBe(false);
  expect(await keepWaiting(press("another", photo))).toBe(false);
  await keepWaiting(press("complete"));
  expect(ids()).toEqual(["before", "photo", "another", "complete"]);
  expect(the("photo").said).toEqual([NO_ROOM]);
  await discardWaiting(the("photo"));
  expect(ids()).toEqual(["before", "another", "complete"]);
});

test("where even another state has no room, this page holds it, and the old one is not sent again", async () => {
  await keepWaiting(press("a"));
  await keepWaiting(press("b"));
  disk.isFull = () => true;
  await changeWaiting({ ...the("a"), state: "refused", said: ["It was cancelled."] });
  expect(ids()).toEqual(["a", "b"]);
  expect(the("a")).toMatchObject({ state: "refused", said: ["It was cancelled."] });
  await discardWaiting(the("a"));
  expect(ids()).toEqual(["b"]);
  expect([...disk.rows.values()]).toHaveLength(1);
});

test("what was discarded is taken back to where it stood, as long as it is shown", async () => {
  await keepWaiting(press("a"));
  await keepWaiting(press("b"));
  disk.isFull = (row) => "form" in row;
  await keepWaiting(press("photo", photo));
  for (const id of ["a", "photo"]) await discardWaiting(the(id));
  expect([ids(), waitingNow().discarded.map(({ id }) => id)]).toEqual([["b"], ["a", "photo"]]);
  for (const one of waitingNow().discarded) await takeDiscardBack(one);
  expect([ids(), waitingNow().discarded]).toEqual([["a", "b", "photo"], []]);
  await discardWaiting(the("a"));
  endDiscard();
  expect([ids(), waitingNow().discarded]).toEqual([["b", "photo"], []]);
});

test("what is being discarded is hidden from whoever sends before it has left the disk", async () => {
  await keepWaiting(press("a"));
  let remove = () => {};
  disk.removes = new Promise((resolve) => {
    remove = resolve;
  });
  const discarding = discardWaiting(the("a"));
  expect(await reread()).toEqual([]);
  expect(waitingNow().discarded.map(({ id }) => id)).toEqual(["a"]);
  remove();
  await discarding;
  expect(disk.rows.size).toBe(0);
});

test("a log-out forgets what is one's own, and nothing of anybody else", async () => {
  await keepWaiting(press("mine"));
  keepFor("sam", "Sam");
  await keepWaiting(press("theirs"));
  disk.isFull = () => true;
  keepFor("kim", "Kim");
  await keepWaiting(press("unkept"));
  await wipeWaiting((person) => person === "kim");
  expect(ids()).toEqual(["theirs"]);
  await wipeWaiting((person) => person === "sam");
});

test("of what is in one state all of it goes, and nothing else", async () => {
  for (const id of ["told", "waiting"]) await keepWaiting(press(id));
  await changeWaiting({ ...the("told"), state: "told" });
  await wipeWaiting((_person, state) => state === "told");
  expect(ids()).toEqual(["waiting"]);
});

test("a page that begins says when the last of what waits was saved", async () => {
  await keepWaiting(press("a"));
  await keepWaiting(press("b", { at: "2026-06-30T12:07:00Z" }));
  vi.resetModules();
  const begun = await import("./waiting");
  expect(begun.waitingNow().savedAt).toBeNull();
  await begun.reread();
  expect(begun.waitingNow().savedAt).toBe("2026-06-30T12:07:00Z");
});

test("a page that has saved something itself says when, also after another tab has", async () => {
  await keepWaiting(press("a")); // done at noon of another day
  const { savedAt } = waitingNow();
  expect(Date.parse(savedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  await reread();
  expect(waitingNow().savedAt).toBe(savedAt);
});
