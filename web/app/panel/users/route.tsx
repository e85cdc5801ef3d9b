// User management: three figures, the table with its filters, and the dialog for role and status.
import { Card } from "~/ui/card";
import { Dialog } from "~/ui/dialog";
import { useFilters } from "../list/filters";
import { ListBody } from "../list/list-body";
import { useOpenRecord } from "../list/open-record";
import { RecordBody } from "../list/record-dialog";
import { FilterSelect, RefreshButton, SearchField, Toolbar } from "../list/toolbar";
import { roleOptions } from "../people/roles";
import { History } from "../records/history";
import { userFilters } from "./filters";
import { USERS, usePerson, useUserStats, useUsers } from "./queries";
import { NONE } from "./schema";
import { UserForm } from "./user-form";
import { UserSkeleton, UserTable } from "./user-table";

function Figures() {
  const { data } = useUserStats();
  const figures: [string, number | undefined][] = [
    ["Total Users", data?.total],
    ["Active Users", data?.active],
    ["No Role Assigned", data?.noRole],
  ];
  return (
    <dl className="mb-5 grid grid-cols-3 gap-2 sm:gap-4">
      {figures.map(([term, number]) => (
        <Card key={term} className="flex flex-col justify-between p-3 sm:p-4">
          <dt className="text-muted">{term}</dt>
          <dd className="font-display font-bold text-h3 tabular-nums">{number ?? "-"}</dd>
        </Card>
      ))}
    </dl>
  );
}

function EditUser({ id, onDone }: { id: string; onDone: () => void }) {
  const record = usePerson(id);
  return (
    <RecordBody record={record}>
      {(person) => (
        <>
          <UserForm person={person} reload={async () => (await record.refetch()).data} onDone={onDone} />
          <History path={USERS} id={id} />
        </>
      )}
    </RecordBody>
  );
}

export default function UsersScreen() {
  const { filters, setFilter, clearFilters } = useFilters(userFilters);
  const { opened, openRecord, close } = useOpenRecord();
  const list = useUsers(filters);
  const narrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <Toolbar title="User Management" count={list.count}>
        <SearchField label="Search users" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by role"
          value={filters.role}
          onChange={(role) => setFilter("role", role)}
          options={[{ value: "", label: "All roles" }, ...roleOptions, { value: NONE, label: "No Role" }]}
        />
        <RefreshButton refreshing={list.refreshing} onClick={list.refresh} />
      </Toolbar>
      <Figures />
      <ListBody
        list={list}
        failed="Failed to fetch users"
        empty={{ text: "No users found.", help: "People are added from the command line: duskline user add." }}
        unmatched={narrowed ? { text: "No users match your filters.", clear: clearFilters } : null}
        skeleton={<UserSkeleton />}
      >
        <UserTable pages={list.pages} onEdit={openRecord} />
      </ListBody>
      <Dialog open={opened.kind === "record"} onOpenChange={close} title="Edit User Role">
        {opened.kind === "record" && <EditUser key={opened.id} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
