// The work orders screen: one's own day, the table with its filters and the drawer of one order, and the week of a branch.
import { useState } from "react";
import type { User } from "~/api/session";
import { Button } from "~/ui/button";
import { Dialog, Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { optionsOf } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { TabPanel, Tabs } from "~/ui/tabs";
import { type FilterRules, useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { RecordSkeleton } from "../../list/record-body";
import { useView } from "../../list/tab";
import { FilterSelect, NewButton, SearchField, Toolbar } from "../../list/toolbar";
import { useUser } from "../../shell/user";
import { BranchFilter } from "../../staff/branch-filter";
import { TodayView } from "../today/today-view";
import { orderStatuses, type WorkOrder, workOrders } from "./work-order";
import { WorkOrderSkeleton, WorkOrderTable } from "./work-order-table";

// Loaded when the first order is made, and when the first is opened.
const NewWorkOrder = lazyOnDemand(() => import("./new-work-order"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onDone }) => onDone(),
});

const WorkOrderDrawer = lazyOnDemand(() => import("./work-order-drawer"), {
  wanted: () => true,
  fallback: RecordSkeleton,
  onError: ({ onClose }) => onClose(),
});

// Loaded when somebody looks at a week.
const WeekView = lazyOnDemand(() => import("../schedule/week"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => history.back(),
});

const rules = {
  status: Object.keys(orderStatuses),
  assignedTo: ["me", "all"],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;

const CREW = ["technician", "lead_technician"];

/** Whose orders are shown when the address does not say: the crew sees its own at first. */
const usualAssignee = (user: User): "me" | "all" => (user.role && CREW.includes(user.role) ? "me" : "all");

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

function OrderList() {
  const user = useUser();
  const { filters, setFilter, clearFilters, reveal } = useFilters(rules);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const whose = filters.assignedTo || usualAssignee(user);
  const mine = whose === "me";
  // One's own are a plan for the day: open ones first, by their date. Everybody's begin with the newest.
  const list = useList(workOrders, { ...filters, assignedTo: mine ? "me" : "", sort: mine ? "schedule" : "" });
  const narrowed = Boolean(filters.status || filters.q || filters.branchId);
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
      <Toolbar title="Work Orders" count={list.count} refreshing={list.refreshing} action={make}>
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
          ]}
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch work orders"
        empty={{
          text: "No work orders found. Create your first one!",
          help: "A work order says what is to be done for a client, when and by whom.",
          action: make,
          ...(mine && NONE_OF_MINE(showAll)),
        }}
        unmatched={narrowed ? { text: "No work orders match your filters.", clear: showAll } : null}
        skeleton={<WorkOrderSkeleton />}
      >
        <WorkOrderTable pages={list.pages} onView={openRecord} />
      </ListBody>
      <NewWorkOrder open={opened.kind === "new"} onDone={finish} />
    </>
  );
}

/** The drawer of one order, over whichever view it was opened from. */
function OpenedOrder() {
  const { opened, close } = useOpenRecord();
  return (
    <Dialog open={opened.kind === "record"} onOpenChange={close} shape="right" title="Work Order">
      {opened.kind === "record" && <WorkOrderDrawer key={opened.id} id={opened.id} onClose={close} />}
    </Dialog>
  );
}

const VIEWS = [
  { value: "list", label: "Work Orders" },
  { value: "week", label: "Week" },
];
const TODAY = { value: "today", label: "Today" };

/** Below this width somebody of a crew is at a house and not at a desk. */
const ON_A_PHONE = "(max-width: 47.99rem)";

/** What is shown where the address that led here asks for nothing in particular. */
function useUsualView(): "today" | "list" {
  const { narrowed } = useFilters(rules);
  const { opened } = useOpenRecord();
  const goesOut = usualAssignee(useUser()) === "me";
  const [usual] = useState<"today" | "list">(() => {
    const asked = narrowed || opened.kind !== "closed";
    return goesOut && !asked && matchMedia(ON_A_PHONE).matches ? "today" : "list";
  });
  return usual;
}

export default function WorkOrdersScreen() {
  const [view, openView] = useView<"today" | "list" | "week">(useUsualView(), "list", "week", "today");
  const goesOut = usualAssignee(useUser()) === "me";
  const views = goesOut ? [TODAY, ...VIEWS] : [...VIEWS, TODAY];
  return (
    <Tabs label="Work Orders" value={view} onValueChange={openView} tabs={views}>
      <TabPanel value="today">
        <TodayView />
      </TabPanel>
      <TabPanel value="list">
        <OrderList />
      </TabPanel>
      <TabPanel value="week">
        <WeekView />
      </TabPanel>
      <OpenedOrder />
    </Tabs>
  );
}
