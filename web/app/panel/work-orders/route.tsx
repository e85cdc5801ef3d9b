// The work orders screen: the table with its filters, and the drawer of one order.
import { Dialog } from "~/ui/dialog";
import { useFilters } from "../list/filters";
import { ListBody } from "../list/list-body";
import { useOpenRecord } from "../list/open-record";
import { FilterSelect, NewButton, RefreshButton, SearchField, Toolbar } from "../list/toolbar";
import { useUser } from "../shell/user";
import { usualAssignee, workOrderFilters } from "./filters";
import { statusOptions } from "./labels";
import { useWorkOrders } from "./queries";
import { WorkOrderDrawer } from "./work-order-drawer";
import { WorkOrderForm } from "./work-order-form";
import { WorkOrderSkeleton, WorkOrderTable } from "./work-order-table";

export default function WorkOrdersScreen() {
  const user = useUser();
  const { filters, setFilter, clearFilters } = useFilters(workOrderFilters);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const whose = filters.assignedTo || usualAssignee(user);
  const list = useWorkOrders({ ...filters, assignedTo: whose === "me" ? "me" : "" });
  const narrowed = filters.status !== "" || filters.q !== "" || whose === "me";
  function showAll() {
    clearFilters();
    if (usualAssignee(user) === "me") setFilter("assignedTo", "all");
  }
  return (
    <>
      <Toolbar title="Work Orders" count={list.count}>
        <SearchField label="Search by title" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={[{ value: "", label: "All statuses" }, ...statusOptions]}
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
        <RefreshButton refreshing={list.refreshing} onClick={list.refresh} />
        <NewButton onClick={openNew}>New Work Order</NewButton>
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch work orders"
        empty={{
          text: "No work orders found. Create your first one!",
          help: "A work order says what is to be done at a client's, when and by whom.",
          action: <NewButton onClick={openNew}>New Work Order</NewButton>,
        }}
        unmatched={narrowed ? { text: "No work orders match your filters.", clear: showAll } : null}
        skeleton={<WorkOrderSkeleton />}
      >
        <WorkOrderTable pages={list.pages} onView={openRecord} />
      </ListBody>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New Work Order">
        <WorkOrderForm onDone={close} />
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="right" title="Work Order">
        {opened.kind === "record" && <WorkOrderDrawer key={opened.id} id={opened.id} />}
      </Dialog>
    </>
  );
}
