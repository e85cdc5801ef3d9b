import { beforeEach, expect, test, vi } from "vitest";
import type { ToastAction } from "~/ui/toast";
import { carryOut } from "./carry-out";
import { CHUNK, type Outcome, type Seen } from "./run";

const notices: [title: string, words: string, ...actions: ToastAction[]][] = [];
vi.mock("~/ui/toast", () => {
  const note = (...told: (typeof notices)[number]) => void notices.push(told);
  return { notify: note, notifyError: note };
});
vi.mock("~/api/queries", () => ({ queries: {}, refreshPanel: async () => {} }));

beforeEach(() => void notices.splice(0));

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
  notices[0]?.[2]?.act();
  await vi.waitFor(() => expect(notices.at(-1)?.[0]).toBe("Not all could be put back"));
  away = false;
  notices.at(-1)?.[2]?.act();
  await vi.waitFor(() => expect(notices.at(-1)?.[1]).toBe("2 leads put back"));
});
