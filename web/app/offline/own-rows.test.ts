import { beforeEach, expect, test, vi } from "vitest";
import type { End } from "~/lib/stores";

/** Who is signed in, what the disk holds, and what the end of a session clears. */
const world = vi.hoisted(() => ({
  person: "kim" as string | undefined,
  stores: { visits: new Map<string, unknown>(), pictures: new Map<string, unknown>() },
  wiped: [] as string[],
  wipedWaiting: [] as ((person: string, state: string) => boolean)[],
  ends: (_end: End) => {},
  picture: async (address: string): Promise<string> => `picture of ${address}`,
}));

type Store = keyof typeof world.stores;

vi.mock("./database", () => ({
  database: async () => ({
    get: async (store: Store, key: string) => world.stores[store].get(key),
    put: async (store: Store, value: { person?: string }, key?: string) =>
      void world.stores[store].set(key ?? value.person ?? "", value),
    delete: async (store: Store, key: string) => void world.stores[store].delete(key),
    getAllKeys: async (store: Store) => [...world.stores[store].keys()],
  }),
  wipeDatabase: async (end: string) => void world.wiped.push(end),
}));
vi.mock("./waiting", () => ({
  wipeWaiting: async (which: (person: string, state: string) => boolean) => void world.wipedWaiting.push(which),
}));
vi.mock("~/api/kept-calls", () => ({ pictureAt: (address: string) => world.picture(address) }));
vi.mock("~/api/kept-session", () => ({ keptPerson: () => world.person }));
vi.mock("~/api/session", () => ({
  whenEnded: (act: typeof world.ends) => {
    world.ends = act;
  },
}));

const { changeRows, keepPictures, keepRows, keptPicture, keptRows, wipeRowsOfOthers } = await import("./own-rows");

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  Object.assign(world, { person: "kim", wiped: [], wipedWaiting: [] });
  for (const store of Object.values(world.stores)) store.clear();
});

test.each([
  ["kim", []],
  [undefined, ["session-over"]],
])("where %s is kept as signed in, the code that begins clears %j", async (person, wiped) => {
  world.person = person;
  vi.resetModules();
  await import("./own-rows");
  expect(world.wiped).toEqual(wiped);
});

test("rows are kept for the signed-in user, and changed in part", async () => {
  await keepRows("kim", ["visit"], 0);
  await changeRows("kim", (rows) => [...rows, "another"]);
  expect(await keptRows("kim")).toMatchObject({ person: "kim", rows: ["visit", "another"] });
});

test("an answer that comes after the session is over is not kept", async () => {
  world.person = undefined;
  await keepRows("kim", ["visit"], 0);
  await keepPictures("kim", ["/a"]);
  expect(Object.values(world.stores).map(({ size }) => size)).toEqual([0, 0]);
});

test("a picture that comes after somebody else has signed in is not kept", async () => {
  world.picture = async () => {
    world.person = "sam";
    return "late";
  };
  await keepPictures("kim", ["/a"]);
  expect(world.stores.pictures.size).toBe(0);
  world.picture = async (address) => `picture of ${address}`;
});

test("the pictures of now are kept and no others, each fetched once", async () => {
  await keepPictures("kim", ["/a", "/b"]);
  world.stores.pictures.set("/b", "kept");
  await keepPictures("kim", ["/b", "/c"]);
  expect([...world.stores.pictures.keys()]).toEqual(["/b", "/c"]);
  expect(await keptPicture("/b")).toBe("kept");
});

test("a user who signs in finds no rows of the former user, and keeps their own", async () => {
  await keepRows("kim", ["visit"], 0);
  await wipeRowsOfOthers("kim");
  expect(world.wiped).toEqual([]);
  await wipeRowsOfOthers("sam");
  expect(world.wiped).toEqual(["another"]);
  const [which] = world.wipedWaiting.slice(-1);
  expect([which?.("kim", "told"), which?.("sam", "told"), which?.("kim", "waiting")]).toEqual([true, false, false]);
});

test("with the session goes what was only to be looked at", () => {
  world.ends("session-over");
  expect(world.wipedWaiting).toHaveLength(1);
  expect(["told", "waiting"].map((state) => world.wipedWaiting[0]?.("kim", state))).toEqual([true, false]);
  world.ends("another");
  expect(world.wipedWaiting).toHaveLength(1);
  expect(world.wiped).toEqual(["session-over", "another"]);
});
