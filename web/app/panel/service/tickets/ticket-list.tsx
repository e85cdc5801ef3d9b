// The list of tickets with its filters.
import { useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { CardGrid, CardGridSkeleton, Chunks, ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, RefreshButton, SearchField, Toolbar } from "../../list/toolbar";
import { RecordDialogs } from "../../records/record-dialogs";
import { BranchFilter } from "../../staff/branch-filter";
import { NamesFault } from "../../staff/names-fault";
import { ticketFilters } from "./filters";
import { priorityOptions, statusOptions } from "./labels";
import { tickets } from "./queries";
import { TicketCard } from "./ticket-card";
import { TicketForm } from "./ticket-form";

const NONE = "No tickets found.";

export function TicketList() {
  const { filters, setFilter, clearFilters, reveal } = useFilters(ticketFilters);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const list = useList(tickets, filters);
  const narrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <Toolbar title="Support Tickets" count={list.count}>
        <SearchField label="Search tickets" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={[{ value: "", label: "All statuses" }, ...statusOptions]}
        />
        <FilterSelect
          label="Filter by priority"
          value={filters.priority}
          onChange={(priority) => setFilter("priority", priority)}
          options={[{ value: "", label: "All priorities" }, ...priorityOptions]}
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <RefreshButton refreshing={list.refreshing} />
        <NewButton onClick={openNew}>New Ticket</NewButton>
      </Toolbar>
      <NamesFault />
      <ListBody
        list={list}
        failed="Failed to fetch support tickets"
        empty={{
          text: NONE,
          help: "Customers' questions and problems stay here until they are resolved.",
          action: <NewButton onClick={openNew}>New Ticket</NewButton>,
        }}
        unmatched={narrowed ? { text: NONE, clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <CardGrid>
              {rows.map((ticket) => (
                <li key={ticket.id}>
                  <TicketCard ticket={ticket} onEdit={openRecord} />
                </li>
              ))}
            </CardGrid>
          )}
        </Chunks>
      </ListBody>
      <RecordDialogs kind={tickets} noun="Ticket" form={TicketForm} opened={opened} close={close} reveal={reveal} />
    </>
  );
}
