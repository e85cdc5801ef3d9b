// The inbox: what visitors wrote, until somebody makes something of it. Every branch sees it; what is made of a message goes to
// the taker's branch, or to the one chosen here.
import { useState } from "react";
import { optionsOf } from "~/ui/look-badge";
import { ReportedFilters, rulesOfReported } from "../../any-record/reported";
import { CardGridSkeleton, Cards } from "../../list/cards";
import { type FilterRules, useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { FilterSelect, SearchField, Toolbar } from "../../list/toolbar";
import { BranchesFault, NamesFault } from "../../staff/names-fault";
import { useHomeBranch, useOpenBranches } from "../../staff/queries";
import { enquiries, topics } from "./enquiry";
import { EnquiryCard } from "./enquiry-card";

/** What became of a message. Open comes first and stands for no filter at all. */
const states = [
  { value: "", label: "Open" },
  { value: "suspected", label: "Suspected robots" },
  { value: "taken", label: "Taken" },
  { value: "archived", label: "Archived" },
];

/** What reports narrow the messages by: of whatever state. */
const REPORTED = ["made", "landingPage", "campaign"] as const;

const rules = {
  ...rulesOfReported(REPORTED),
  state: ["open", "suspected", "taken", "archived"],
  topic: Object.keys(topics),
  q: "text",
} as const satisfies FilterRules;

export function Inbox({ title }: { title: string }) {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const isReported = REPORTED.some((name) => filters[name]);
  const state = filters.state || (isReported ? "" : "open");
  // The sender who has waited longest is answered first.
  const list = useList(enquiries, { ...filters, state, ...(state === "open" && { sort: "oldest" }) });
  const home = useHomeBranch();
  const [branchId, setBranchId] = useState(home);
  const branches = useOpenBranches().map(({ id, name }) => ({ value: id, label: `To ${name}` }));
  return (
    <>
      <Toolbar title={title} count={list.count} refreshing={list.refreshing}>
        <SearchField label="Search messages" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by state"
          value={filters.state}
          onChange={(state) => setFilter("state", state)}
          options={isReported ? [{ value: "", label: "Any state" }, ...states.slice(1)] : states}
        />
        <FilterSelect
          label="Filter by topic"
          value={filters.topic}
          onChange={(topic) => setFilter("topic", topic)}
          options={optionsOf(topics)}
          all="All topics"
        />
        <BranchesFault />
        {branches.length > 1 && (
          <FilterSelect label="Branch for new records" value={branchId} onChange={setBranchId} options={branches} />
        )}
      </Toolbar>
      <ReportedFilters names={REPORTED} filters={filters} clear={(name) => setFilter(name, "")} />
      <NamesFault />
      <ListBody
        list={list}
        failed="Failed to fetch messages"
        empty={{ text: "No messages waiting.", help: "Messages from the website arrive here." }}
        unmatched={narrowed ? { text: "No messages match your filters.", clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Cards pages={list.pages}>{(enquiry) => <EnquiryCard enquiry={enquiry} branchId={branchId} />}</Cards>
      </ListBody>
    </>
  );
}
