// The table of work orders with its filters, and the dialog that makes one.
import { Button } from "~/ui/button";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { optionsOf } from "~/ui/look-badge";
import { LastChangePlace } from "../../any-record/bulk/last-change-place";
import { useLook } from "../../any-record/look/look";
import { LookControls } from "../../any-record/look/look-controls";
import { TableSkeleton } from "../../any-record/record-table";
import RecordsTable from "../../any-record/records-table";
import { ReportedFilters, rulesOfReported } from "../../any-record/reported";
import { useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, SearchField, Toolbar } from "../../list/toolbar";
import { BranchFilter } from "../../staff/branch-filter";
import { useNames } from "../../staff/queries";
import { useUser } from "../../user/user";
import { bulkOrders } from "./bulk-orders";
import { orderColumns } from "./order-columns";
import { orderRules, usualAssignee } from "./order-filters";
import { orderStatuses, type WorkOrder, workOrders } from "./work-order";

// Loaded when the first order is made.
const NewWorkOrder = lazyOnDemand(() => import("./new-work-order"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onDone }) => onDone(),
});

/** What one's own list says when nothing narrows it further. */
const NONE_OF_MINE = (showAll: () => void) => ({
  text: "No work orders are assigned to you.",
  help: "Orders that nobody has taken yet are among all work orders.",
  action: (
    <Button variant="outline" onClick={showAll}>
      Show All Work Orders
    </Button>
  ),
});

/** What reports narrow the work orders by. */
const REPORTED = [
  "planned",
  "completed",
  "measured",
  "outcome",
  "open",
  "unsettled",
  "kind",
  "by",
  "photosComplete",
  "checklistComplete",
  "returned",
  "priority",
  "unassigned",
] as const;

const rules = { ...orderRules, ...rulesOfReported(REPORTED) };

/** Whose orders can be asked for by their name; any other word is a person's id. */
const WHOSE = ["me", "all", "nobody"];

export default function OrderList() {
  const user = useUser();
  const nameOf = useNames();
  const { filters, setFilter, clearFilters, reveal } = useFilters(rules);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const whose = filters.assignedTo || usualAssignee(user);
  const mine = whose === "me";
  // One's own are a plan for the day: open ones first, by their date. Everybody's begin with the newest.
  const look = useLook({ list: "work_orders", columns: orderColumns.others, usual: "table" });
  const asked = {
    ...filters,
    assignedTo: WHOSE.includes(whose) && !mine ? "" : whose,
    unassigned: whose === "nobody" ? "yes" : (filters.unassigned ?? ""),
    sort: look.sort || (mine ? "schedule" : ""),
  };
  const list = useList(workOrders, asked);
  const { assignedTo: _whose, ...others } = filters;
  const narrowed = whose === "nobody" || Object.values(others).some(Boolean);
  const make = <NewButton onClick={openNew}>New Work Order</NewButton>;
  function showAll() {
    clearFilters();
    if (usualAssignee(user) === "me") setFilter("assignedTo", "all");
  }
  function finish(made?: WorkOrder) {
    // An order that is nobody's, or another's, is not among one's own.
    if (made) reveal(made, made.assignedTo === user.id ? {} : { assignedTo: "all" });
    else close();
  }
  return (
    <>
      <Toolbar title="Work Orders" count={list.count} refreshing={list.refreshing} file={list.file} action={make}>
        <SearchField label="Search by title" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={optionsOf(orderStatuses)}
          all="All statuses"
        />
        <FilterSelect
          label="Filter by assignee"
          value={whose}
          onChange={(next) => setFilter("assignedTo", next)}
          options={[
            { value: "me", label: "Mine" },
            { value: "all", label: "All" },
            { value: "nobody", label: "Nobody's" },
            ...(WHOSE.includes(whose) ? [] : [{ value: whose, label: nameOf(whose) }]),
          ]}
        />
        <FilterSelect
          label="Filter by day"
          value={filters.undated}
          onChange={(undated) => setFilter("undated", undated)}
          options={[{ value: "yes", label: "Without a day" }]}
          all="Any day"
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <LookControls look={look} title="Work Orders" columns={orderColumns.others} />
      </Toolbar>
      <ReportedFilters names={REPORTED} filters={filters} clear={(name) => setFilter(name, "")} />
      <LastChangePlace kind={bulkOrders} />
      <ListBody
        list={look.pending ? { ...list, state: "loading" } : list}
        goesOn
        failed="Failed to fetch work orders"
        empty={{
          text: "No work orders found. Create your first one!",
          help: "A work order says what is to be done for a client, when and by whom.",
          action: make,
          ...(mine && NONE_OF_MINE(showAll)),
        }}
        unmatched={narrowed ? { text: "No work orders match your filters.", clear: showAll } : null}
        skeleton={<TableSkeleton columns={orderColumns} />}
      >
        <RecordsTable
          kind={workOrders}
          columns={orderColumns}
          bulk={bulkOrders}
          list={list}
          asked={asked}
          look={look}
          onEdit={openRecord}
          verb="View"
        />
      </ListBody>
      <NewWorkOrder open={opened.kind === "new"} onDone={finish} />
    </>
  );
}
