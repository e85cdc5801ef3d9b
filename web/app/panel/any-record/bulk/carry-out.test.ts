import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import { queries } from "~/api/queries";
import type { ToastAction } from "~/ui/toast";
import { carryOut } from "./carry-out";
import type { LastChange } from "./last-change";
import { CHUNK, type Outcome, type Seen } from "./run";

const notices: [title: string, words: string, ...actions: ToastAction[]][] = [];
vi.mock("~/ui/toast", () => {
  const note = (...told: (typeof notices)[number]) => void notices.push(told);
  return { notify: note, notifyError: note };
});
vi.mock("~/api/queries", () => ({ queries: new QueryClient(), refreshPanel: async () => {} }));

beforeEach(() => {
  notices.splice(0);
  queries.clear();
});

/** How many rows the list offers to put back. */
const kept = () => queries.getQueryData<LastChange<Seen>>(["last change of many", "leads"])?.changed.length ?? 0;

const rows = (number: number): Seen[] => Array.from({ length: number }, (_, id) => ({ id: `r${id}`, version: 1 }));
const watch = { onProgress: () => {}, stopped: () => false, isWatched: () => false };
const done = (chunk: Seen[]): Outcome[] =>
  chunk.map(({ id, version }) => ({ id, version: version + 1, refused: null, changedSince: false }));

/** Under a send that loses what it is told to lose. */
function kindOf(lost: (chunk: Seen[]) => boolean) {
  const send = vi.fn(async (chunk: Seen[], _change: object, _key: string) => {
    if (lost(chunk)) throw new TypeError("Failed to fetch");
    return done(chunk);
  });
  const called = ({ id }: Seen) => id;
  return {
    nouns: ["lead", "leads"],
    needs: "canManageLeads",
    called,
    fields: [],
    preview: async (chunk: Seen[]) => done(chunk),
    send,
  } as const;
}

test("what got no answer is sent again from the notice, under its key, and all is taken back together", async () => {
  let away = true;
  const kind = kindOf(([first]) => away && first?.id !== "r0");
  await carryOut(kind, { status: "contacted" }, rows(CHUNK + 3), watch);
  const [[title, words, again] = []] = notices;
  expect([title, words, again?.label]).toEqual([
    "No answer came back",
    `${CHUNK} leads changed. Of 3 leads nobody knows. Try again: each is changed only once.`,
    "Try Again",
  ]);
  const lost = kind.send.mock.calls.at(-1)?.[2];
  away = false;
  again?.act();
  await vi.waitFor(() => expect(notices.length).toBe(2));
  expect(notices[1]?.slice(0, 2)).toEqual(["Success", `${CHUNK + 3} leads changed`]);
  expect(kind.send.mock.calls.at(-1)?.[2]).toBe(lost);
  notices[1]?.[2]?.act();
  await vi.waitFor(() => expect(notices.at(-1)?.[1]).toBe(`${CHUNK + 3} leads put back`));
});

test("the dialog that is open says itself what got no answer, and goes on under the same key", async () => {
  let away = true;
  const kind = kindOf(() => away);
  const watched = { ...watch, isWatched: () => true };
  const lost = await carryOut(kind, { status: "contacted" }, rows(2), watched);
  expect([lost?.rest.length, notices.length]).toEqual([2, 0]);
  const key = kind.send.mock.calls.at(-1)?.[2];
  away = false;
  expect(await carryOut(kind, { status: "contacted" }, lost?.rest ?? [], watched, lost?.begun)).toBeNull();
  expect([kind.send.mock.calls.at(-1)?.[2], notices[0]?.[1]]).toEqual([key, "2 leads changed"]);
});

test("what could not be put back is tried again from the notice", async () => {
  let away = false;
  const kind = kindOf(() => away);
  await carryOut(kind, { status: "contacted" }, rows(2), watch);
  away = true;
  expect(kept()).toBe(2);
  notices[0]?.[2]?.act();
  await vi.waitFor(() => expect(notices.at(-1)?.[0]).toBe("Not all could be put back"));
  expect(kept()).toBe(2);
  away = false;
  notices.at(-1)?.[2]?.act();
  await vi.waitFor(() => expect(notices.at(-1)?.[1]).toBe("2 leads put back"));
  expect(kept()).toBe(0);
});

test("the way back of the last change stays with its list, and only where something was changed", async () => {
  const kind = kindOf(() => false);
  await carryOut(kind, { status: "contacted" }, rows(3), watch);
  await carryOut(kind, { status: "contacted" }, rows(CHUNK + 1), { ...watch, stopped: () => true });
  expect(kept()).toBe(3);
  await carryOut(kind, { status: "won" }, rows(1), watch);
  expect(kept()).toBe(1);
});

test("what somebody stopped says how far it came, and what is so already is changed by nobody", async () => {
  const kind = kindOf(() => false);
  let asked = 0;
  const stopped = () => ++asked > 1;
  await carryOut(kind, { status: "contacted" }, rows(CHUNK + 2), { ...watch, stopped });
  expect(notices.at(-1)?.slice(0, 2)).toEqual([
    "Not all were changed",
    `${CHUNK} leads changed. 2 leads stayed: you stopped it.`,
  ]);
  const same = {
    ...kind,
    send: async (chunk: Seen[]) => chunk.map(({ id, version }) => done([{ id, version: version - 1 }])[0] as Outcome),
  };
  queries.clear();
  await carryOut(same, { status: "contacted" }, rows(1), watch);
  expect([notices.at(-1), kept()]).toEqual([["Success", "0 leads changed"], 0]);
});

test("a refusal that is no lost answer is told as it is, with the way back of what was done", async () => {
  const kind = kindOf(() => false);
  const refuses = {
    ...kind,
    send: async (chunk: Seen[]) => {
      if (chunk[0]?.id === "r0") return done(chunk);
      throw new ApiError(403, JSON.stringify({ error: "You may not change these." }), "");
    },
  };
  await carryOut(refuses, { status: "contacted" }, rows(CHUNK + 1), watch);
  const [title, words, undo] = notices.at(-1) ?? [];
  expect([title, words, undo?.label, kept()]).toEqual(["Error", "You may not change these.", "Undo", CHUNK]);
});
