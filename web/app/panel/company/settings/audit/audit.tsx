// Who did what: every change, and beside them sign-ins, downloads, emails and what was refused. The filters are in the address.
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { optionsOf } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { Chunks } from "../../../list/chunks";
import { type FilterRules, useFilters } from "../../../list/filters";
import { type List, useList } from "../../../list/list";
import { ListBody } from "../../../list/list-body";
import { useView } from "../../../list/tab";
import { FilterSelect, QuickFilters, Toolbar } from "../../../list/toolbar";
import { useColleagues } from "../../../staff/queries";
import { actions, acts, eventKinds, happenings, recordKinds } from "./act";
import { ActItem } from "./act-item";
import { HappeningItem } from "./happening-item";

const VIEWS = [
  { value: "changes", label: "Changes" },
  { value: "events", label: "Sign-ins, downloads and email" },
];
const shared = { person: "text", from: "text", to: "text" } as const;
const ofActs = {
  ...shared,
  record: "text",
  kind: Object.keys(recordKinds),
  action: Object.keys(actions),
} as const satisfies FilterRules;
const ofEvents = { ...shared, kind: Object.keys(eventKinds) } as const satisfies FilterRules;

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

interface SharedProps {
  filters: { person: string; from: string; to: string };
  set: (name: "person" | "from" | "to", value: string) => void;
}

function SharedFilters({ filters, set }: SharedProps) {
  const { data } = useColleagues();
  const id = useId();
  const people = [...(data?.values() ?? [])].map(({ id: person, email, firstName, lastName }) => ({
    value: person,
    label: [firstName, lastName].filter(Boolean).join(" ") || email,
  }));
  const day = (name: "from" | "to", label: string) => (
    <label htmlFor={`${id}-${name}`} className="flex shrink-0 items-center gap-2 text-muted text-small">
      {label}
      <Input
        id={`${id}-${name}`}
        type="date"
        value={filters[name]}
        onChange={(event) => set(name, event.currentTarget.value)}
        className="min-h-10 w-36 text-small"
      />
    </label>
  );
  return (
    <>
      <FilterSelect
        label="Filter by person"
        all="Everyone"
        value={filters.person}
        onChange={(person) => set("person", person)}
        options={people}
      />
      {day("from", "From")}
      {day("to", "To")}
    </>
  );
}

interface RowsProps<Row> {
  list: List<Row>;
  none: string;
  narrowed: boolean;
  clear: () => void;
  children: (row: Row) => ReactNode;
}

function Rows<Row extends { id: string }>({ list, none, narrowed, clear, children }: RowsProps<Row>) {
  return (
    <ListBody
      list={list}
      failed="Failed to fetch who did what"
      empty={{ text: none, help: "It is kept for as long as System Preferences say." }}
      unmatched={narrowed ? { text: "Nothing matches your filters.", clear } : null}
      skeleton={<Skeleton className="h-80" />}
    >
      <Chunks pages={list.pages}>
        {(rows) => (
          <ol className="mb-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {rows.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ol>
        )}
      </Chunks>
    </ListBody>
  );
}

function Head<Row>({ list, children }: { list: List<Row>; children: ReactNode }) {
  const [view, openView] = useView("changes", "events");
  return (
    <>
      <Toolbar title="Who Did What" count={list.count} refreshing={list.refreshing} file={list.file}>
        {children}
      </Toolbar>
      <QuickFilters label="What" options={VIEWS} value={view} onChange={(value) => openView(value || view)} />
    </>
  );
}

function Changes() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(ofActs);
  const list = useList(acts, filters);
  return (
    <>
      <Head list={list}>
        {filters.record ? (
          <Button variant="outline" className="min-h-10 text-small" onClick={() => setFilter("record", "")}>
            One record
            <X aria-label="Show every record" />
          </Button>
        ) : (
          <FilterSelect
            label="Filter by kind"
            all="All kinds"
            value={filters.kind}
            onChange={(kind) => setFilter("kind", kind)}
            options={options(recordKinds)}
          />
        )}
        <FilterSelect
          label="Filter by act"
          all="All acts"
          value={filters.action}
          onChange={(action) => setFilter("action", action)}
          options={options(actions)}
        />
        <SharedFilters filters={filters} set={setFilter} />
      </Head>
      <Rows list={list} none="Nothing has been changed yet." narrowed={narrowed} clear={clearFilters}>
        {(act) => <ActItem act={act} />}
      </Rows>
    </>
  );
}

function Events() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(ofEvents);
  const list = useList(happenings, filters);
  return (
    <>
      <Head list={list}>
        <FilterSelect
          label="Filter by kind"
          all="All kinds"
          value={filters.kind}
          onChange={(kind) => setFilter("kind", kind)}
          options={optionsOf(eventKinds)}
        />
        <SharedFilters filters={filters} set={setFilter} />
      </Head>
      <Rows list={list} none="Nothing has happened yet." narrowed={narrowed} clear={clearFilters}>
        {(happening) => <HappeningItem happening={happening} />}
      </Rows>
    </>
  );
}

export default function Audit() {
  const [view] = useView("changes", "events");
  return view === "changes" ? <Changes /> : <Events />;
}
