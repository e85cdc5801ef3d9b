// The list of a kind of record: its filters, its cards or its table, and the dialogs in which one is made or changed. A screen declares
// what is its own.
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useCallback } from "react";
import type { Query } from "~/api/client";
import type { Option } from "~/ui/input";
import { lazyOnDemand } from "~/ui/lazy";
import { useWide } from "~/ui/wide";
import { CardGridSkeleton, Cards } from "../list/cards";
import { type FilterRules, useFilters, whatIsSet } from "../list/filters";
import { type Listing, useAfterPaint, useList } from "../list/list";
import { ListBody } from "../list/list-body";
import { useOpenRecord } from "../list/open-record";
import { FilterSelect, NewButton, QuickFilters, SearchField, Toolbar } from "../list/toolbar";
import { BranchClock } from "../staff/branch-clock";
import { BranchFilter } from "../staff/branch-filter";
import type { BulkKind } from "./bulk/bulk-kind";
import { LastChangePlace } from "./bulk/last-change-place";
import type { ListDialogsProps } from "./dialogs-on-demand";
import type { Look } from "./look/look";
import { useLook } from "./look/look";
import { LookControls, type OtherLayout } from "./look/look-controls";
import type { ListName } from "./look/saved-view";
import type { Listed } from "./record-dialogs";
import type { Columns } from "./record-table";
import type { RecordsTableProps } from "./records-table";
import { type Reported, ReportedFilters } from "./reported";

/** A filter that chooses one of a few values. */
interface ChoiceFilter {
  name: string;
  label: string;
  /** What no choice is called. */
  all: string;
  options: readonly Option[];
}

/** Filters of one press, of which one holds at a time. */
interface QuickFilter {
  name: string;
  label: string;
  options: readonly Option[];
  /** How many rows each leaves, in words, beside the other filters that are set. */
  counts: (others: Query) => Promise<Record<string, string>>;
}

/** What the card of a kind of record is given. */
export interface RecordCardProps<Row> {
  record: Row;
  onEdit: (id: string) => void;
}

/** Another way to show the records than as cards, by the same filters. */
export interface RecordViewProps {
  filters: Query;
  onEdit: (id: string) => void;
}

/** What every record in a table has. */
export interface Tabled extends Listed {
  version: number;
}

/** The records as a table, beside their cards. */
interface TableOf<Row extends Tabled> {
  list: ListName;
  columns: Columns<Row>;
  /** What can be changed of many at once. */
  bulk: BulkKind<Row>;
}

interface RecordListProps<Row extends Tabled> {
  kind: Listing<Row>;
  title: string;
  /** How a record is called on the button that makes one, such as "Lead". */
  noun: string;
  /** What the search field is called. */
  search: string;
  /** The press that brings more of them along; then the list can be narrowed to what came so. */
  imports?: ReactNode;
  /** The filters beside words and branch. */
  choices: readonly ChoiceFilter[];
  quick?: QuickFilter;
  /** What a failed load says, what an empty list says, and one line of help below it. */
  failed: string;
  none: string;
  help: string;
  card: ComponentType<RecordCardProps<Row>>;
  table: TableOf<Row>;
  /** The filters with which reports lead here. */
  reported?: readonly Reported[];
  /** In which one is made or changed. */
  dialogs: ComponentType<ListDialogsProps<Row>>;
  /** Takes the place of the cards. */
  view?: ComponentType<RecordViewProps> | undefined;
  /** The press that opens and closes that. */
  other?: OtherLayout;
  /** Between the toolbar and the cards. */
  children?: ReactNode;
}

/** How many rows each quick filter leaves beside the others. */
function useCounts(path: string, quick: QuickFilter | undefined, filters: Query) {
  const others = useAfterPaint(whatIsSet(quick ? { ...filters, [quick.name]: "" } : filters));
  const { data } = useQuery({
    queryKey: [path, "counts", quick?.name, others],
    queryFn: quick ? () => quick.counts(others) : skipToken,
    placeholderData: keepPreviousData,
  });
  return data;
}

const TEXTS = { branchId: "text", q: "text" } as const;

const rulesOf = (
  choices: readonly { name: string; options: readonly Option[] }[],
  words: readonly string[],
): FilterRules & typeof TEXTS => ({
  ...Object.fromEntries(words.map((name) => [name, "text" as const])),
  ...Object.fromEntries(choices.map(({ name, options }) => [name, options.map(({ value }) => value)])),
  ...TEXTS,
});

// Loaded with the first table.
const RecordsTable = lazyOnDemand(() => import("./records-table"), {
  wanted: () => true,
  fallback: () => <CardGridSkeleton />,
  onError: ({ look }: { look: Look }) => look.setLayout("cards"),
}) as unknown as <Row extends Tabled>(props: RecordsTableProps<Row>) => ReactNode;

export function RecordList<Row extends Tabled>(props: RecordListProps<Row>) {
  const { kind, title, noun, search, choices, quick, failed, none, help, card: Card, table, other, children } = props;
  const { view: View, dialogs: Dialogs, reported = [], imports } = props;
  const { filters, narrowed, setFilter, clearFilters, reveal } = useFilters(
    rulesOf(quick ? [...choices, quick] : choices, imports ? [...reported, "import"] : reported),
  );
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const { columns } = table;
  const look = useLook({
    list: table.list,
    columns: columns.others,
    sorts: [columns.title.sort ?? ""],
    usual: "cards",
  });
  const asked = { ...filters, sort: look.sort };
  const list = useList(kind, asked, !View);
  const goesOn = useWide() && look.layout === "table";
  const counts = useCounts(kind.path, quick, filters);
  const make = <NewButton onClick={openNew}>{`New ${noun}`}</NewButton>;
  // The same function for good: what changes in the address draws no card.
  const drawn = useCallback(
    (record: Row) => (
      <BranchClock branchId={record.branchId}>
        <Card record={record} onEdit={openRecord} />
      </BranchClock>
    ),
    [Card, openRecord],
  );
  const cards = <Cards pages={list.pages}>{drawn}</Cards>;
  return (
    <>
      <Toolbar
        title={title}
        count={list.count}
        refreshing={list.refreshing}
        file={list.file}
        action={
          <>
            {imports}
            {make}
          </>
        }
      >
        <SearchField label={search} value={filters.q} onChange={(words) => setFilter("q", words)} />
        {choices.map(({ name, ...choice }) => (
          <FilterSelect
            key={name}
            {...choice}
            value={filters[name] ?? ""}
            onChange={(value) => setFilter(name, value)}
          />
        ))}
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <LookControls look={look} title={title} columns={columns.others} cards other={other} />
      </Toolbar>
      {quick && (
        <QuickFilters
          label={quick.label}
          options={quick.options.map((option) => ({ ...option, count: counts?.[option.value] }))}
          value={filters[quick.name] ?? ""}
          onChange={(value) => setFilter(quick.name, value)}
        />
      )}
      <ReportedFilters names={reported} filters={filters} clear={(name) => setFilter(name, "")} />
      {children}
      <LastChangePlace kind={table.bulk} />
      {View ? (
        <View filters={filters} onEdit={openRecord} />
      ) : (
        <ListBody
          list={look.pending ? { ...list, state: "loading" } : list}
          goesOn={goesOn}
          failed={failed}
          empty={{ text: none, help, action: make }}
          unmatched={narrowed ? { text: none, clear: clearFilters } : null}
          skeleton={<CardGridSkeleton />}
        >
          {look.layout === "table" ? (
            <RecordsTable
              kind={kind}
              {...table}
              list={list}
              asked={asked}
              look={look}
              onEdit={openRecord}
              narrow={cards}
            />
          ) : (
            cards
          )}
        </ListBody>
      )}
      <Dialogs opened={opened} close={close} reveal={reveal} />
    </>
  );
}
