// What is chosen for each visit of a lost day, and what is sent of it.
import type { Schemas } from "~/api/client";
import { namesOf, type Objection } from "./schedule";

export type Proposal = Schemas["ProposalRow"];

/** What is chosen for a visit instead of a day. */
export const TRAY = "tray";
export const STAYS = "stays";
export const WITHOUT = "without";

/** Where a visit goes: as somebody chose, else as proposed. */
export const goalOf = ({ id, day }: Proposal, chosen: Readonly<Record<string, string>>): string =>
  chosen[id] ?? day ?? TRAY;

/** Those that move: somebody may leave some where they are. */
export const goingOf = (proposals: readonly Proposal[], chosen: Readonly<Record<string, string>>): Proposal[] =>
  proposals.filter((proposal) => goalOf(proposal, chosen) !== STAYS);

/** Why, unless somebody types otherwise: without a name it is the day that is lost. */
export const usualReason = (name: string): string => (name ? `${name} is sick` : "Rain");

interface Lost {
  day: string;
  /** Who is sick; empty where everybody stays at home. */
  person: string;
}

export function stepOf({ id, version }: Proposal, goal: string, lost: Lost) {
  if (goal === WITHOUT) return { id, version, day: lost.day, without: lost.person };
  return { id, version, day: goal === TRAY ? null : goal };
}

/** Where each goes, and what was told to speak against that: who sends it then accepts it. */
export const moveOf = (
  going: readonly Proposal[],
  chosen: Readonly<Record<string, string>>,
  lost: Lost,
  objections: Partial<Record<Objection, string>>,
) => ({
  visits: going.map((proposal) => stepOf(proposal, goalOf(proposal, chosen), lost)),
  accept: namesOf(objections),
});
