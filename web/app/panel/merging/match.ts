// Who somebody may be: the leads and clients in scope with the same email address, telephone number or building; the calls
// about them, and how they are told.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import type { Clock } from "~/lib/clock";
import { useDebounced } from "~/ui/debounced";

export type Match = Schemas["MatchRow"];

interface Known {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  address?: string | null | undefined;
  /** The record itself, which is no match of its own. */
  exceptId?: string | undefined;
}

const PATH = "/api/panel/matches";

const NOBODY: Match[] = [];

/** Milliseconds of rest before what is typed is asked about: it is not searched for, so nobody waits for it. */
const REST = 500;

/** Those whom what is known by now belongs to. While it is being typed the last answer stays. */
export function useMatches({ exceptId, ...known }: Known): Match[] {
  const said = Object.entries(known).filter(([, value]) => value?.trim());
  const asked: [string, string][] = JSON.parse(useDebounced(JSON.stringify(said), REST));
  const query = { ...Object.fromEntries(asked), ...(exceptId && { except_id: exceptId }) };
  const { data } = useQuery({
    queryKey: [PATH, query],
    queryFn: ({ signal }) => bodyOf(api.get(PATH, { params: { query }, signal })),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  return (said.length > 0 && data) || NOBODY;
}

/** Says that two are not the same, by the id of a record or message and that of the match. */
export async function dismissMatch(body: Schemas["Pair"], key: string): Promise<void> {
  await api.post("/api/panel/matches/dismiss", { body, headers: keyed(key) });
}

/** Takes back that two are not the same. */
export async function offerMatch(body: Schemas["Pair"], key: string): Promise<void> {
  await api.post("/api/panel/matches/offer", { body, headers: keyed(key) });
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "two jobs", "12 jobs". */
const jobsOf = (count: number) => `${WORDS[count] ?? count.toLocaleString("en-US")} ${count === 1 ? "job" : "jobs"}`;

/** "A client since May 2024 with two jobs". */
export function sentenceOf({ kind, since, jobs }: Match, clock: Clock): string {
  const begun = `A ${kind} since ${clock.month(since)}`;
  return jobs > 0 ? `${begun} with ${jobsOf(jobs)}` : begun;
}

/** "Same email, phone and address". */
export const agreement = ({ by }: Match): string => `Same ${new Intl.ListFormat("en-US").format(by)}`;
