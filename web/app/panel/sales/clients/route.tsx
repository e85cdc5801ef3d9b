// The clients screen: the list with its filter.
import { useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { CardGrid, CardGridSkeleton, Chunks, ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, RefreshButton, SearchField, Toolbar } from "../../list/toolbar";
import { RecordDialogs } from "../../records/record-dialogs";
import { BranchFilter } from "../../staff/branch-filter";
import { ClientCard } from "./client-card";
import { ClientForm } from "./client-form";
import { clientFilters } from "./filters";
import { statusOptions } from "./labels";
import { clients } from "./queries";

const NONE = "No clients found.";

export default function ClientsScreen() {
  const { filters, setFilter, clearFilters, reveal } = useFilters(clientFilters);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const list = useList(clients, filters);
  const narrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <Toolbar title="Clients" count={list.count}>
        <SearchField label="Search clients" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={[{ value: "", label: "All statuses" }, ...statusOptions]}
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <RefreshButton refreshing={list.refreshing} />
        <NewButton onClick={openNew}>New Client</NewButton>
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch clients"
        empty={{
          text: NONE,
          help: "A client is someone you have worked for or are about to work for.",
          action: <NewButton onClick={openNew}>New Client</NewButton>,
        }}
        unmatched={narrowed ? { text: NONE, clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <CardGrid>
              {rows.map((client) => (
                <li key={client.id}>
                  <ClientCard client={client} onEdit={openRecord} />
                </li>
              ))}
            </CardGrid>
          )}
        </Chunks>
      </ListBody>
      <RecordDialogs kind={clients} noun="Client" form={ClientForm} opened={opened} close={close} reveal={reveal} />
    </>
  );
}
