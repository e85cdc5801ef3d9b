import { expect, test } from "vitest";
import type { Lead, LeadDetails } from "./lead";
import { withLead, withMove } from "./moved";

const lead = (id: string, day: number, more: Partial<Lead> = {}) =>
  ({ id, status: "new", estimatedValue: 4_000, createdAt: `2026-11-0${day}T00:00:00Z`, ...more }) as Lead;

/** Two pages of a column, newest first, with more behind them or not. */
const column = (more: boolean) => ({
  pageParams: [{}, {}],
  pages: [
    { rows: [lead("e", 9), lead("d", 7)], total: 4, next: {} },
    { rows: [lead("c", 5), lead("b", 3)], total: 4, next: more ? {} : null },
  ],
});

const idsOf = ({ pages }: ReturnType<typeof withLead>) => pages.map(({ rows }) => rows.map(({ id }) => id).join(""));

test("a lead that is moved stands at its place among the others, once", () => {
  expect(idsOf(withLead(column(false), lead("x", 8), true))).toEqual(["exd", "cb"]);
  expect(idsOf(withLead(column(false), lead("x", 6), true))).toEqual(["ed", "xcb"]);
  expect(idsOf(withLead(column(false), lead("x", 1), true))).toEqual(["ed", "cbx"]);
  expect(idsOf(withLead(column(false), lead("d", 7, { status: "won" }), true))).toEqual(["e", "dcb"]);
});

test("it leaves where it does not belong, and waits with its page where that is not loaded", () => {
  expect(idsOf(withLead(column(false), lead("d", 7), false))).toEqual(["e", "cb"]);
  expect(idsOf(withLead(column(true), lead("x", 1), true))).toEqual(["ed", "cb"]);
});

test("into an empty column it comes first", () => {
  const empty = { pageParams: [{}], pages: [{ rows: [], total: 0, next: null }] };
  expect(idsOf(withLead(empty, lead("x", 1), true))).toEqual(["x"]);
});

test("figures go along, a guess among the guesses", () => {
  const columns = [
    { status: "new" as const, count: 2, guess: 4_000, quoted: 5_000 },
    { status: "won" as const, count: 0, guess: 0, quoted: 0 },
  ];
  const guess = { valueKind: "guess" } as LeadDetails;
  const move = { lead: lead("x", 1), to: "won" as const };
  expect(withMove(columns, move, guess)).toEqual([
    { status: "new", count: 1, guess: 0, quoted: 5_000 },
    { status: "won", count: 1, guess: 4_000, quoted: 0 },
  ]);
  expect(withMove(columns, move, null)[1]).toEqual({ status: "won", count: 1, guess: 0, quoted: 4_000 });
});

test("figures that are not known stay so", () => {
  const unknown = { count: null, guess: null, quoted: null };
  const columns = [
    { status: "new" as const, ...unknown },
    { status: "won" as const, ...unknown },
  ];
  expect(withMove(columns, { lead: lead("x", 1), to: "won" }, null)).toEqual(columns);
});
