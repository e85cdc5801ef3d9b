import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import type { BulkKind, BulkRow } from "./bulk-kind";
import { useBulkRun } from "./bulk-run";
import { NOBODY, useOptions, useTold } from "./choices";
import { CHUNK, type Outcome, type Seen } from "./run";

const notices: [title: string, words: string][] = [];
vi.mock("~/ui/toast", () => {
  const note = (title: string, words: string) => void notices.push([title, words]);
  return { notify: note, notifyError: note };
});
vi.mock("~/api/queries", async () => ({ queries: new QueryClient(), refreshPanel: async () => {} }));

beforeEach(() => void notices.splice(0));

const rows = (number: number): BulkRow[] => Array.from({ length: number }, (_, at) => ({ id: `r${at}`, version: 1 }));
const done = async (chunk: Seen[]): Promise<Outcome[]> =>
  chunk.map(({ id, version }) => ({ id, version: version + 1, refused: null, changedSince: false }));
const kind = (over: Partial<BulkKind<BulkRow>> = {}): BulkKind<BulkRow> => ({
  nouns: ["lead", "leads"],
  needs: "canManageLeads",
  called: ({ id }) => id,
  assigned: "lead",
  fields: [{ name: "status", label: "Status", looks: { contacted: { label: "Contacted", variant: "outline" } } }],
  preview: done,
  send: done,
  ...over,
});

function Part({ use }: { use: () => void }) {
  use();
  return null;
}

/** What a part of the screen gets of a hook. */
function given<Given>(hook: () => Given, client = new QueryClient()): Given {
  const got: Given[] = [];
  renderToString(
    <QueryClientProvider client={client}>
      <Part use={() => void got.push(hook())} />
    </QueryClientProvider>,
  );
  return got[0] as Given;
}

const run = (of: BulkKind<BulkRow>, number: number, onEnd = vi.fn()) =>
  given(() => useBulkRun({ kind: of, number, rows: async () => rows(number), onEnd }));

test("what is stopped sends no more of it, in the preview as in the change", async () => {
  const send = vi.fn(done);
  for (const name of ["preview", "send"] as const) {
    send.mockClear();
    const { check, write, stop } = run(kind({ [name]: send }), 3 * CHUNK);
    send.mockImplementationOnce((chunk) => {
      stop();
      return done(chunk);
    });
    await (name === "preview" ? check({ status: "contacted" }) : write({ status: "contacted" }, rows(3 * CHUNK)));
    expect(send).toHaveBeenCalledTimes(1);
  }
  expect(notices).toEqual([
    ["Not all were changed", `${CHUNK} leads changed. ${2 * CHUNK} leads stayed: you stopped it.`],
  ]);
});

test("a preview that fails changes nothing, and says why or that nobody knows", async () => {
  const fails = (error: Error) => kind({ preview: () => Promise.reject(error) });
  await run(fails(new TypeError("Failed to fetch")), 1).check({});
  await run(fails(new ApiError(403, JSON.stringify({ error: "Not yours." }), "")), 1).check({});
  expect(notices).toEqual([
    ["No answer came back", "Nothing was changed. Please try again."],
    ["Error", "Not yours."],
  ]);
});

test("the dialog closes when all is written, and stays where no answer came", async () => {
  const [ends, stays] = [vi.fn(), vi.fn()];
  await run(kind(), 2, ends).write({ status: "contacted" }, rows(2));
  await run(kind({ send: () => Promise.reject(new TypeError("Failed to fetch")) }), 2, stays).write({}, rows(2));
  expect([ends.mock.calls.length, stays.mock.calls.length]).toEqual([1, 0]);
});

const company = () => {
  const client = new QueryClient();
  client.setQueryData(
    ["/api/panel/branches"],
    [
      { id: "near", name: "Near", status: "active" },
      { id: "shut", name: "Shut", status: "inactive" },
    ],
  );
  return client;
};

test("records go to branches that are open, work to somebody or nobody, states to those there are", () => {
  const options = (field: string) =>
    given(() => useOptions({ kind: kind(), field, number: 1, seen: rows(1) }), company()).map(({ value }) => value);
  expect([options("branchId"), options("assignedTo"), options("status")]).toEqual([["near"], [NOBODY], ["contacted"]]);
});

test("what records are is told in words, a branch that is closed and a person who is unknown too", () => {
  const told = (field: string, value: unknown) => given(() => useTold(field, []), company())(value);
  expect([told("branchId", null), told("assignedTo", null), told("branchId", "shut"), told("assignedTo", "x")]).toEqual(
    ["Whole company", "Nobody", "Shut", "Unknown"],
  );
});
