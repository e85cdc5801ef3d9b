// Privacy: what people ask about their own data, finding and erasing a person, and the receipts of what was erased.
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Disclosure } from "~/ui/disclosure";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { CardGridSkeleton, Cards } from "../../../list/cards";
import { Chunks } from "../../../list/chunks";
import { type FilterRules, useFilters } from "../../../list/filters";
import { useList } from "../../../list/list";
import { ListBody } from "../../../list/list-body";
import { FilterSelect, Toolbar } from "../../../list/toolbar";
import { Lines } from "./lines";
import { LookUp } from "./look-up";
import { type Erasure, erasureStates, erasures, requestStates, requests } from "./person";
import { RequestItem } from "./requests";

const rules = { state: Object.keys(requestStates) } as const satisfies FilterRules;

function Receipt({ erasure }: { erasure: Erasure }) {
  const clock = useClock();
  const { createdAt, who, state, receipt, fault } = erasure;
  return (
    <Card className="grid gap-1 px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <Moment at={createdAt}>{clock.moment(createdAt)}</Moment> · {who ?? "Older than is kept"}
        </span>
        <LookBadge looks={erasureStates} value={state} />
      </div>
      {fault && <p className="text-danger">{fault}</p>}
      {state === "done" && (
        <Disclosure label="Receipt">
          <Lines lines={receipt} done />
        </Disclosure>
      )}
    </Card>
  );
}

function Receipts() {
  const list = useList(erasures, {});
  return (
    <section aria-label="Receipts" className="mt-8 grid gap-3">
      <h2 className="font-sans font-semibold text-h4">Receipts</h2>
      <ListBody
        list={list}
        failed="Failed to fetch receipts"
        empty={{
          text: "Nobody has been erased yet.",
          help: "Each erasure leaves a receipt that says nothing about the person.",
        }}
        unmatched={null}
        skeleton={<Skeleton className="h-40" />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <ol className="mb-2 grid gap-2">
              {rows.map((row) => (
                <li key={row.id}>
                  <Receipt erasure={row} />
                </li>
              ))}
            </ol>
          )}
        </Chunks>
      </ListBody>
    </section>
  );
}

export default function Privacy() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const state = filters.state || "open";
  const [whom, setWhom] = useState("");
  const finder = useRef<HTMLDivElement>(null);
  function find(email: string) {
    flushSync(() => setWhom(email));
    finder.current?.querySelector("input")?.focus();
  }
  const list = useList(requests, { state, sort: "due" });
  return (
    <>
      <Toolbar title="Privacy" count={list.count} refreshing={list.refreshing}>
        <FilterSelect
          label="Filter by state"
          value={state}
          onChange={(chosen) => setFilter("state", chosen === "open" ? "" : chosen)}
          options={optionsOf(requestStates)}
        />
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch requests"
        empty={{
          text: "No open requests.",
          help: "Visitors ask from the privacy policy; the link in a letter confirms it.",
        }}
        unmatched={narrowed ? { text: "No requests match your filter.", clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Cards pages={list.pages}>{(request) => <RequestItem request={request} onFind={find} />}</Cards>
      </ListBody>
      <div ref={finder} className="mt-6">
        <LookUp key={whom} email={whom} />
      </div>
      <Receipts />
    </>
  );
}
