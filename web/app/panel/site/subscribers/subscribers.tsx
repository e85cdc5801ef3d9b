// Who reads the newsletter: found by address, listed by how they stand, exported, unsubscribed by hand.
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { Chunks } from "../../list/chunks";
import { Day } from "../../list/details";
import { type FilterRules, useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { FilterSelect, SearchField, Toolbar } from "../../list/toolbar";
import { type Subscriber, subscriberStates, subscribers, useUnsubscribe } from "./subscriber";

const rules = { state: Object.keys(subscriberStates), email: "text" } as const satisfies FilterRules;
const NONE = "No subscribers found.";

function Item({ subscriber: { id, email, state, createdAt, endedAt } }: { subscriber: Subscriber }) {
  const { write, busy } = useUnsubscribe(id);
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 max-sm:gap-x-2">
      <span className="min-w-0 flex-1 basis-60 break-words font-semibold max-sm:basis-full">{email}</span>
      <LookBadge looks={subscriberStates} value={state} />
      <span className="text-muted max-sm:mr-auto sm:w-52">
        {endedAt ? "until " : "since "}
        <Day value={endedAt ?? createdAt} />
      </span>
      <span className="ml-auto flex min-h-9 max-sm:-mr-2 sm:w-28 sm:justify-end">
        {state !== "unsubscribed" && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            aria-label={`Unsubscribe ${email}`}
            onClick={() => void write(id)}
          >
            Unsubscribe
          </Button>
        )}
      </span>
    </Card>
  );
}

export default function Subscribers() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const list = useList(subscribers, filters);
  return (
    <>
      <Toolbar
        title="Subscribers"
        count={list.count}
        refreshing={list.refreshing}
        file={{ name: "subscribers.csv", fetch: subscribers.file }}
      >
        <SearchField label="Search addresses" value={filters.email} onChange={(email) => setFilter("email", email)} />
        <FilterSelect
          label="Filter by state"
          all="All states"
          value={filters.state}
          onChange={(state) => setFilter("state", state)}
          options={optionsOf(subscriberStates)}
        />
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch subscribers"
        empty={{ text: NONE, help: "Visitors subscribe at the foot of every page and on the blog." }}
        unmatched={narrowed ? { text: NONE, clear: clearFilters } : null}
        skeleton={<Skeleton className="h-80" />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <ul className="mb-2 grid grid-cols-[minmax(0,1fr)] gap-2">
              {rows.map((row) => (
                <li key={row.id}>
                  <Item subscriber={row} />
                </li>
              ))}
            </ul>
          )}
        </Chunks>
      </ListBody>
    </>
  );
}
