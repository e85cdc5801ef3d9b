// The letters: what waits, what somebody has to decide about, and what has left.
import { CardGridSkeleton, Cards } from "../../../list/cards";
import { type FilterRules, useFilters } from "../../../list/filters";
import { useList } from "../../../list/list";
import { ListBody } from "../../../list/list-body";
import { QuickFilters, Toolbar } from "../../../list/toolbar";
import { may, useUser } from "../../../user/user";
import { Bounces } from "./bounces";
import { Chores } from "./chores";
import { type LetterState, letterStates, letters, useMail } from "./letter";
import { LetterCard } from "./letter-card";
import { Setup } from "./setup";

const states = Object.keys(letterStates) as LetterState[];
const rules = { state: states } as const satisfies FilterRules;

export function LetterList() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const list = useList(letters, filters);
  const { data } = useMail();
  const configures = may(useUser(), "canEditConfig");
  return (
    <>
      <Toolbar title="Mail" count={list.count} refreshing={list.refreshing} />
      <Setup />
      <QuickFilters
        label="State"
        options={states.map((value) => ({
          value,
          label: letterStates[value].label,
          ...(value !== "sent" && { count: data?.[value].toLocaleString("en-US") }),
        }))}
        value={filters.state}
        onChange={(state) => setFilter("state", state)}
      />
      <ListBody
        list={list}
        failed="Failed to fetch emails"
        empty={{ text: "No emails yet.", help: "Every email to visitors, clients and colleagues shows up here." }}
        unmatched={narrowed ? { text: "No emails match your filters.", clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Cards pages={list.pages}>{(letter) => <LetterCard letter={letter} />}</Cards>
      </ListBody>
      {configures && <Bounces />}
      <Chores />
    </>
  );
}
