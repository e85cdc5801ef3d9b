// What is chosen for each visit of a lost day, and what is sent of it.
import type { Schemas } from "~/api/client";

export type Proposal = Schemas["ProposalRow"];

/** What is chosen for a visit instead of a day. */
export const TRAY = "tray";
export const STAYS = "stays";
export const WITHOUT = "without";

/** Where a visit goes: as somebody chose, else as proposed. */
export const goalOf = ({ id, day }: Proposal, chosen: Readonly<Record<string, string>>): string =>
  chosen[id] ?? day ?? TRAY;

/** Why, unless somebody types otherwise: without a name it is the day that is lost. */
export const usualReason = (name: string): string => (name ? `${name} is sick` : "Rain");

export function stepOf({ id, version }: Proposal, goal: string, lost: { day: string; person: string }) {
  if (goal === WITHOUT) return { id, version, day: lost.day, without: lost.person };
  return { id, version, day: goal === TRAY ? null : goal };
}
