import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import { queries } from "~/api/queries";
import { attempt, pressOnce } from "./attempt";

interface Lead {
  id: string;
  version: number;
  name: string;
  phone: string;
}

type Fields = Pick<Lead, "name" | "phone">;

const BEGAN: Lead = { id: "1", version: 1, name: "Kim", phone: "1" };

const refusal = (status: number) => new ApiError(status, "{}", "");

/** A server that keeps one lead and takes changes under its version only. */
function serving(kept: Lead | null) {
  let stored = kept;
  const update = vi.fn(async (base: Lead, changes: Partial<Fields>) => {
    if (stored === null) throw refusal(404);
    if (base.version !== stored.version) throw refusal(409);
    stored = { ...stored, ...changes, version: stored.version + 1 };
    return stored;
  });
  const one = vi.fn(async () => {
    if (stored === null) throw refusal(404);
    return stored;
  });
  return { path: "/api/panel/leads", one, update };
}

const trying = (kind: ReturnType<typeof serving>, mine: Fields, lost: Partial<Fields> = {}) =>
  attempt(
    { kind, fields: ({ name, phone }: Lead): Fields => ({ name, phone }), keyFor: () => "key", lost },
    BEGAN,
    mine,
  );

afterEach(() => queries.clear());

test("only what was changed is sent, and nothing where nothing was", async () => {
  const kind = serving(BEGAN);
  expect((await trying(kind, { name: "Kim", phone: "1" })).saved).toBe(BEGAN);
  expect(kind.update).not.toHaveBeenCalled();
  expect((await trying(kind, { name: "Kim", phone: "2" })).saved).toMatchObject({ version: 2, phone: "2" });
  expect(kind.update.mock.calls[0]?.[1]).toEqual({ phone: "2" });
});

test("what somebody else saved meanwhile stays, and is told", async () => {
  const outcome = await trying(serving({ ...BEGAN, version: 2, name: "Kim Lee" }), { name: "Kim", phone: "2" });
  expect(outcome).toMatchObject({ saved: { name: "Kim Lee", phone: "2", version: 3 }, choices: [], news: ["name"] });
});

test("what both changed is not saved before the person has chosen", async () => {
  const kind = serving({ ...BEGAN, version: 2, phone: "3" });
  const { saved, choices } = await trying(kind, { name: "Kim", phone: "2" });
  expect(saved).toMatchObject({ version: 2, phone: "3" });
  expect(choices).toEqual([{ field: "phone", mine: "2", theirs: "3" }]);
  expect(kind.update).toHaveBeenCalledOnce();
});

test("what an attempt without an answer has saved is no choice", async () => {
  const lost = {};
  const silent = serving(BEGAN);
  silent.update.mockRejectedValueOnce(new TypeError("lost"));
  await expect(trying(silent, { name: "Kim", phone: "2" }, lost)).rejects.toThrow("lost");
  const saved = serving({ ...BEGAN, version: 2, phone: "2" });
  expect(await trying(saved, { name: "Kim", phone: "3" }, lost)).toMatchObject({ saved: { phone: "3" }, choices: [] });
});

test("a record that is gone is given as null", async () => {
  expect((await trying(serving(null), { name: "Kim", phone: "2" })).saved).toBeNull();
});

test("it gives up where every merge comes too late, and where the conflict is none of versions", async () => {
  const kind = serving(BEGAN);
  kind.update.mockRejectedValue(refusal(409));
  await expect(trying(kind, { name: "Kim", phone: "2" })).rejects.toThrow("409");
  expect(kind.update).toHaveBeenCalledOnce();
  kind.one.mockImplementation(async () => ({ ...BEGAN, version: kind.update.mock.calls.length + 1 }));
  await expect(trying(kind, { name: "Kim", phone: "2" })).rejects.toThrow("409");
  expect(kind.update).toHaveBeenCalledTimes(5);
});

test("one press is refused where somebody else was first, and takes over what it does not set", async () => {
  const refused = (saved: Lead | null) => `It is ${saved?.phone ?? "gone"}.`;
  const press = (kind: ReturnType<typeof serving>) =>
    pressOnce({ kind, start: BEGAN, sets: { phone: "2" }, key: "key", refused });
  expect(await press(serving({ ...BEGAN, version: 2, name: "Lee" }))).toMatchObject({ name: "Lee", phone: "2" });
  await expect(press(serving({ ...BEGAN, version: 2, phone: "3" }))).rejects.toMatchObject({
    status: 409,
    sentence: "It is 3.",
  });
  await expect(press(serving(null))).rejects.toMatchObject({ sentence: "It is gone." });
});

test("what an attempt without an answer may have saved is sent, also where it is put back as it was", async () => {
  const kind = serving({ ...BEGAN, version: 2, phone: "2" });
  const outcome = await trying(kind, { name: "Kim", phone: "1" }, { phone: "2" });
  expect(outcome).toMatchObject({ saved: { phone: "1", version: 3 }, choices: [], news: [] });
});

test("the same change of another version goes under another key, and screens show the row that was read again", async () => {
  const contents: string[] = [];
  const keyFor = (content: unknown) => String(contents.push(JSON.stringify(content)));
  const kind = serving({ ...BEGAN, version: 2, name: "Kim Lee" });
  const fields = ({ name, phone }: Lead): Fields => ({ name, phone });
  await attempt({ kind, fields, keyFor, lost: {} }, BEGAN, { name: "Kim", phone: "2" });
  expect(new Set(contents).size).toBe(2);
  expect(queries.getQueryData([kind.path, "1"])).toMatchObject({ version: 2, name: "Kim Lee" });
});

test.each(["updatedAt", "completedDate", "resolvedAt", "images"])(
  "%s changes by itself, which is no news",
  async (name) => {
    const changed = { ...BEGAN, version: 2, [name]: "now" };
    expect(await trying(serving(changed), { name: "Kim", phone: "2" })).toMatchObject({ news: [] });
  },
);

test("what somebody else changed beside what is edited is told", async () => {
  const changed = { ...BEGAN, version: 2, status: "won" };
  expect(await trying(serving(changed), { name: "Kim", phone: "2" })).toMatchObject({ news: ["status"] });
});
