// The list of warranties: which are drafts, and which end soon.
import { Link, useSearch } from "wouter";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { type Columns, RecordTable, TableSkeleton } from "../../../any-record/record-table";
import { type FilterRules, useFilters } from "../../../list/filters";
import { useList } from "../../../list/list";
import { ListBody } from "../../../list/list-body";
import { recordAddress } from "../../../list/record-address";
import { RecordLink } from "../../../list/record-link";
import { FilterSelect, SearchField, Toolbar } from "../../../list/toolbar";
import { BranchFilter } from "../../../staff/branch-filter";
import { useUser } from "../../../user/user";
import { type Warranty, warranties, warrantyState, warrantyStates, warrantyStatuses } from "./warranty";

const rules = {
  status: Object.keys(warrantyStatuses),
  ends: ["30", "90", "365"],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;

const ENDS = rules.ends.map((days) => ({ value: days, label: `Ends within ${days} days` }));

const columns: Columns<Warranty> = {
  label: "Warranties",
  title: {
    name: "Client",
    cell: ({ holder, clientId }) => (
      <RecordLink kind="client" id={clientId}>
        {holder}
      </RecordLink>
    ),
    className: "min-w-48 font-semibold",
  },
  others: [
    {
      key: "number",
      name: "Number",
      cell: ({ number }) => <span className="whitespace-nowrap font-mono">{number}</span>,
    },
    { key: "status", name: "Status", cell: (row) => <LookBadge looks={warrantyStates} value={warrantyState(row)} /> },
    { key: "property", name: "Property", cell: ({ place }) => place, className: "min-w-48" },
    {
      key: "product",
      name: "Product until",
      cell: ({ productEnds }) => longDate(productEnds),
      className: "whitespace-nowrap tabular-nums",
    },
    {
      key: "labor",
      name: "Labor until",
      cell: ({ laborEnds }) => longDate(laborEnds),
      className: "whitespace-nowrap tabular-nums",
    },
  ],
};

function Open({ id, number }: Pick<Warranty, "id" | "number">) {
  useSearch(); // the address that the link adds to may change meanwhile
  return (
    <Button asChild variant="outline" size="small" className="max-sm:min-h-12 max-sm:w-full max-sm:text-base">
      <Link href={recordAddress(useUser(), "warranty", id)} aria-label={`View ${number}`}>
        View
      </Link>
    </Button>
  );
}

export function WarrantyList() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const list = useList(warranties, filters);
  return (
    <>
      <Toolbar title="Warranties" count={list.count} refreshing={list.refreshing}>
        <SearchField label="Search warranties" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={optionsOf(warrantyStatuses)}
          all="All statuses"
        />
        <FilterSelect
          label="Filter by end"
          value={filters.ends}
          onChange={(ends) => setFilter("ends", ends)}
          options={ENDS}
          all="Any end date"
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
      </Toolbar>
      <ListBody
        list={list}
        goesOn
        failed="Failed to fetch warranties"
        empty={{ text: "No warranties yet.", help: "Completing an installation draws one up." }}
        unmatched={narrowed ? { text: "No warranties match your filters.", clear: clearFilters } : null}
        skeleton={<TableSkeleton columns={columns} />}
      >
        <RecordTable columns={columns} list={list} act={(warranty) => <Open {...warranty} />} />
      </ListBody>
    </>
  );
}
