// The list of leads with its filter.

import { useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { CardGrid, CardGridSkeleton, Chunks, ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, RefreshButton, SearchField, Toolbar } from "../../list/toolbar";
import { RecordDialogs } from "../../records/record-dialogs";
import { BranchFilter } from "../../staff/branch-filter";
import { NamesFault } from "../../staff/names-fault";
import { leadFilters } from "./filters";
import { statusOptions } from "./labels";
import { LeadCard } from "./lead-card";
import { LeadForm } from "./lead-form";
import { leads } from "./queries";

const NONE = "No leads found.";

export function LeadList() {
  const { filters, setFilter, clearFilters, reveal } = useFilters(leadFilters);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const list = useList(leads, filters);
  const narrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <Toolbar title="Leads" count={list.count}>
        <SearchField label="Search leads" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          onChange={(status) => setFilter("status", status)}
          options={[{ value: "", label: "All statuses" }, ...statusOptions]}
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <RefreshButton refreshing={list.refreshing} />
        <NewButton onClick={openNew}>New Lead</NewButton>
      </Toolbar>
      <NamesFault />
      <ListBody
        list={list}
        failed="Failed to fetch leads"
        empty={{
          text: NONE,
          help: "Quote requests from the website arrive here by themselves. You can also add a lead yourself.",
          action: <NewButton onClick={openNew}>New Lead</NewButton>,
        }}
        unmatched={narrowed ? { text: NONE, clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <CardGrid>
              {rows.map((lead) => (
                <li key={lead.id}>
                  <LeadCard lead={lead} onEdit={openRecord} />
                </li>
              ))}
            </CardGrid>
          )}
        </Chunks>
      </ListBody>
      <RecordDialogs kind={leads} noun="Lead" form={LeadForm} opened={opened} close={close} reveal={reveal} />
    </>
  );
}
