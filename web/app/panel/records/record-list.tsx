// The list of a kind of record: its filters, its cards, and the dialogs in which one is made or changed. A screen declares what is
// its own.
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { Query } from "~/api/client";
import type { Option } from "~/ui/input";
import type { ImportKind } from "../importing/import";
import { ImportButton } from "../importing/import-button";
import { OfImport } from "../importing/of-import";
import { CardGridSkeleton, Cards } from "../list/cards";
import { type FilterRules, useFilters, whatIsSet } from "../list/filters";
import { type Listing, useList } from "../list/list";
import { ListBody } from "../list/list-body";
import { useOpenRecord } from "../list/open-record";
import { FilterSelect, NewButton, QuickFilters, SearchField, Toolbar } from "../list/toolbar";
import { BranchClock } from "../staff/branch-clock";
import { BranchFilter } from "../staff/branch-filter";
import type { ListDialogsProps } from "./dialogs-on-demand";
import type { Listed } from "./record-dialogs";

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
  /** At the end of their row. */
  beside?: ReactNode;
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

interface RecordListProps<Row extends Listed> {
  kind: Listing<Row>;
  title: string;
  /** How a record is called on the button that makes one, such as "Lead". */
  noun: string;
  /** What the search field is called. */
  search: string;
  /** What a file of such records is imported as; left out where none is, or the person makes none. */
  imports?: ImportKind | undefined;
  /** The filters beside words and branch. */
  choices: readonly ChoiceFilter[];
  quick?: QuickFilter;
  /** What a failed load says, what an empty list says, and one line of help below it. */
  failed: string;
  none: string;
  help: string;
  card: ComponentType<RecordCardProps<Row>>;
  /** In which one is made or changed. */
  dialogs: ComponentType<ListDialogsProps<Row>>;
  /** Takes the place of the cards. */
  view?: ComponentType<RecordViewProps> | undefined;
  /** Between the toolbar and the cards. */
  children?: ReactNode;
}

/** How many rows each quick filter leaves beside the others. */
function useCounts(path: string, quick: QuickFilter | undefined, filters: Query) {
  const others = whatIsSet(quick ? { ...filters, [quick.name]: "" } : filters);
  const { data } = useQuery({
    queryKey: [path, "counts", quick?.name, others],
    queryFn: quick ? () => quick.counts(others) : skipToken,
    placeholderData: keepPreviousData,
  });
  return data;
}

const TEXTS = { branchId: "text", import: "text", q: "text" } as const;

const rulesOf = (choices: readonly { name: string; options: readonly Option[] }[]): FilterRules & typeof TEXTS => ({
  ...Object.fromEntries(choices.map(({ name, options }) => [name, options.map(({ value }) => value)])),
  ...TEXTS,
});

export function RecordList<Row extends Listed>(props: RecordListProps<Row>) {
  const { kind, title, noun, search, choices, quick, failed, none, help, card: Card, children, imports } = props;
  const { view: View, dialogs: Dialogs } = props;
  const { filters, narrowed, setFilter, clearFilters, reveal } = useFilters(
    rulesOf(quick ? [...choices, quick] : choices),
  );
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const list = useList(kind, filters, !View);
  const counts = useCounts(kind.path, quick, filters);
  const importing = imports && <ImportButton kind={imports} show={(id) => setFilter("import", id)} />;
  const make = <NewButton onClick={openNew}>{`New ${noun}`}</NewButton>;
  return (
    <>
      <Toolbar
        title={title}
        count={list.count}
        refreshing={list.refreshing}
        file={list.file}
        importing={importing}
        action={make}
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
      </Toolbar>
      {quick && (
        <QuickFilters
          label={quick.label}
          options={quick.options.map((option) => ({ ...option, count: counts?.[option.value] }))}
          value={filters[quick.name] ?? ""}
          onChange={(value) => setFilter(quick.name, value)}
        >
          {quick.beside}
        </QuickFilters>
      )}
      {filters.import && <OfImport clear={() => setFilter("import", "")} />}
      {children}
      {View ? (
        <View filters={filters} onEdit={openRecord} />
      ) : (
        <ListBody
          list={list}
          failed={failed}
          empty={{ text: none, help, action: make }}
          unmatched={narrowed ? { text: none, clear: clearFilters } : null}
          skeleton={<CardGridSkeleton />}
        >
          <Cards pages={list.pages}>
            {(record) => (
              <BranchClock branchId={record.branchId}>
                <Card record={record} onEdit={openRecord} />
              </BranchClock>
            )}
          </Cards>
        </ListBody>
      )}
      <Dialogs opened={opened} close={close} reveal={reveal} />
    </>
  );
}
