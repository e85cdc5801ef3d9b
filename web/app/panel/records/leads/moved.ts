// How lists and the figures of the board look once a lead is moved: shown before the server has answered.
import type { InfiniteData } from "@tanstack/react-query";
import type { Page, Schemas } from "~/api/client";
import type { Lead, LeadDetails, LeadStatus } from "./lead";

export type Column = Schemas["BoardColumn"];
export type Pages = InfiniteData<Page<Lead>>;

export interface Move {
  lead: Lead;
  to: LeadStatus;
}

const isNewer = (one: Lead, other: Lead) =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** The pages of a list without a lead, and with it at its place where it belongs there and that place is loaded. */
export function withLead({ pages, pageParams }: Pages, lead: Lead, belongs: boolean): Pages {
  const rest = pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => id !== lead.id) }));
  const home = rest.find(({ rows, next }) => next === null || rows.some((row) => isNewer(lead, row)));
  if (belongs && home) {
    const place = home.rows.findIndex((row) => isNewer(lead, row));
    home.rows.splice(place < 0 ? home.rows.length : place, 0, lead);
  }
  return { pages: rest, pageParams };
}

/** A figure that is not known stays so. */
const plus = (figure: number | null, change: number) => (figure === null ? null : figure + change);

/** The figures of the board's columns after a move. */
export function withMove(
  columns: Column[],
  { lead, to }: Move,
  details: Pick<LeadDetails, "valueKind"> | null,
): Column[] {
  const kind = details?.valueKind === "guess" ? "guess" : "quoted";
  const sign = { [lead.status]: -1, [to]: 1 };
  return columns.map((column) => {
    const change = sign[column.status] ?? 0;
    const value = change * (lead.estimatedValue ?? 0);
    return { ...column, count: plus(column.count, change), [kind]: plus(column[kind], value) };
  });
}
