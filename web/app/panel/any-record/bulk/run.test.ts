import { expect, test, vi } from "vitest";
import { CHUNK, inChunks, type Outcome, parted, type Seen, wayBack } from "./run";

const rows = (number: number): Seen[] =>
  Array.from({ length: number }, (_, place) => ({ id: `r${place}`, version: 1 }));
const done = ({ id }: Seen): Outcome => ({ id, version: 2, refused: null, changedSince: false });
const never = () => false;

test("rows go in chunks, each under a key of its own, and progress is told", async () => {
  const send = vi.fn(async (chunk: Seen[], _key: string) => chunk.map(done));
  const onProgress = vi.fn();
  const { outcomes, error } = await inChunks({ rows: rows(CHUNK + 1), send, onProgress, stopped: never });
  expect([outcomes.length, error]).toEqual([CHUNK + 1, null]);
  expect(send.mock.calls.map(([chunk]) => chunk.length)).toEqual([CHUNK, 1]);
  expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(2);
  expect(onProgress.mock.calls.map(([progress]) => progress.done)).toEqual([CHUNK, CHUNK + 1]);
});

test("a chunk whose answer was lost is sent again under its key; what cannot be sent leaves the rest undone", async () => {
  const send = vi.fn(async (chunk: Seen[], _key: string) => chunk.map(done));
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { outcomes } = await inChunks({ rows: rows(1), send, onProgress: vi.fn(), stopped: never });
  expect([outcomes.length, send.mock.calls.length]).toEqual([1, 2]);
  expect(send.mock.calls[0]?.[1]).toBe(send.mock.calls[1]?.[1]);
  const refuses = vi.fn(async (chunk: Seen[]) => {
    if (chunk[0]?.id !== "r0") throw new Error("away");
    return chunk.map(done);
  });
  const half = await inChunks({ rows: rows(CHUNK + 5), send: refuses, onProgress: vi.fn(), stopped: never });
  expect([half.outcomes.length, (half.error as Error).message]).toEqual([CHUNK, "away"]);
});

test("whoever stops it stops it between chunks", async () => {
  let asked = 0;
  const stopped = () => {
    asked += 1;
    return asked > 1;
  };
  const send = async (chunk: Seen[]) => chunk.map(done);
  const { outcomes } = await inChunks({ rows: rows(3 * CHUNK), send, onProgress: vi.fn(), stopped });
  expect(outcomes.length).toBe(CHUNK);
});

test("outcomes are told apart: changed, so already, refused", () => {
  const seen = rows(3);
  const outcomes: Outcome[] = [
    { id: "r0", version: 2, refused: null, changedSince: false },
    { id: "r1", version: 1, refused: null, changedSince: false },
    { id: "r2", version: null, refused: "Not here", changedSince: false },
  ];
  const { changed, same, refused } = parted(seen, outcomes);
  expect([changed, same, refused]).toEqual([
    [{ row: seen[0], version: 2 }],
    [seen[1]],
    [{ row: seen[2], why: "Not here" }],
  ]);
});

test("the way back is by what was there before, under the version that the change left", () => {
  const was = [
    { id: "a", version: 1, assignedTo: null, status: "new" },
    { id: "b", version: 4, assignedTo: "ann", status: "new" },
    { id: "c", version: 2, assignedTo: null, status: "won" },
  ];
  const changed = was.map((row) => ({ row, version: row.version + 1 }));
  const back = wayBack(changed, { assignedTo: "ben" });
  expect(back.map(({ change, rows }) => [change, rows.map(({ id, version }) => `${id}${version}`)])).toEqual([
    [{ assignedTo: null }, ["a2", "c3"]],
    [{ assignedTo: "ann" }, ["b5"]],
  ]);
});
