// User management: three figures, the table with its filters, and the dialogs in which somebody is added or changed.
import { useState } from "react";
import { startCase } from "~/lib/labels";
import { fullName } from "~/lib/people";
import { Card } from "~/ui/card";
import { Dialog } from "~/ui/dialog";
import { History } from "../../any-record/history";
import { useLook } from "../../any-record/look/look";
import { LookControls } from "../../any-record/look/look-controls";
import { ImportButton } from "../../importing/import-button";
import { OfImport } from "../../importing/of-import";
import { Detail, Details } from "../../list/details";
import { type FilterRules, useFilters } from "../../list/filters";
import { useList, useRecord } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { RecordBody } from "../../list/record-body";
import { FilterSelect, NewButton, SearchField, Toolbar } from "../../list/toolbar";
import { Unloaded } from "../../list/unloaded";
import { BranchFilter } from "../../staff/branch-filter";
import { roleName, roleOptions } from "../../user/roles";
import { useUser } from "../../user/user";
import { Invitation } from "./invitation";
import { NewUser } from "./new-user";
import { OpenWorkOf } from "./open-work";
import { LinkMaker } from "./passed-on-link";
import { TwoStepOf } from "./two-step-of";
import { leavesWork, NO_ROLE, type Person, useGrants, users, useUserStats } from "./user";
import { UserForm } from "./user-form";
import { UserSkeleton, UserTable, userColumns } from "./user-table";

const rules = {
  role: [...roleOptions.map(({ value }) => value), NO_ROLE],
  branchId: "text",
  import: "text",
  q: "text",
} as const satisfies FilterRules;

function Figures() {
  const { data, isError, refetch } = useUserStats();
  const figures: [string, number | undefined][] = [
    ["Total Users", data?.total],
    ["Active Users", data?.active],
    ["No Role Assigned", data?.noRole],
  ];
  if (isError) {
    return (
      <Unloaded retry={refetch} className="mb-5">
        The figures could not be loaded.
      </Unloaded>
    );
  }
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

/** What is known of somebody whose role is not the caller's to change. */
function ReadPerson({ person }: { person: Person }) {
  return (
    <div className="grid gap-4">
      <Details>
        <Detail term="Name">{fullName(person) || "Not set"}</Detail>
        <Detail term="Email">{person.email}</Detail>
        <Detail term="Role">{person.role ? roleName(person.role) : "No Role"}</Detail>
        <Detail term="Status">{startCase(person.status)}</Detail>
      </Details>
      <p className="text-muted">You cannot change this person's role or status.</p>
    </div>
  );
}

/** For somebody who forgot the password, and whom no email reaches. */
function NewPassword({ person }: { person: Person }) {
  return (
    <section aria-labelledby="new-password" className="mt-6 grid gap-3">
      <h3 id="new-password" className="font-sans font-semibold text-base">
        Forgotten password
      </h3>
      <p className="text-muted">
        Make a link and pass it on. {fullName(person) || "This person"} chooses a new password.
      </p>
      <LinkMaker person={person.id}>Make Password Link</LinkMaker>
    </section>
  );
}

function EditUser({ id, onDone }: { id: string; onDone: () => void }) {
  const me = useUser();
  const record = useRecord(users, id);
  const grants = useGrants();
  const [asked, setAsked] = useState(false);
  async function finish() {
    if (await leavesWork(id).catch(() => false)) setAsked(true);
    else onDone();
  }
  return (
    <RecordBody record={record}>
      {(person) => (
        <>
          {person.invitedUntil && grants?.includes(person.role) && (
            <Invitation person={{ ...person, invitedUntil: person.invitedUntil }} onGone={onDone} />
          )}
          {grants?.includes(person.role) && person.id !== me.id ? (
            <UserForm person={person} grants={grants} onDone={finish} />
          ) : (
            grants && <ReadPerson person={person} />
          )}
          {me.role === "admin" && person.id !== me.id && person.userType === "staff" && person.status === "active" && (
            <NewPassword person={person} />
          )}
          {me.role === "admin" && person.id !== me.id && person.userType === "staff" && <TwoStepOf person={person} />}
          <OpenWorkOf person={person} asked={asked} onDone={onDone} />
          <History kind={users} id={id} />
        </>
      )}
    </RecordBody>
  );
}

export default function UsersScreen() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const grants = useGrants();
  const look = useLook({ list: "users", columns: userColumns.others, usual: "table" });
  const list = useList(users, { ...filters, sort: look.sort });
  return (
    <>
      <Toolbar
        title="User Management"
        count={list.count}
        refreshing={list.refreshing}
        file={list.file}
        action={
          <>
            <ImportButton kind="users" />
            <NewButton onClick={openNew}>New User</NewButton>
          </>
        }
      >
        <SearchField label="Search users" value={filters.q} onChange={(words) => setFilter("q", words)} />
        <FilterSelect
          label="Filter by role"
          value={filters.role}
          onChange={(role) => setFilter("role", role)}
          options={[...roleOptions, { value: NO_ROLE, label: "No Role" }]}
          all="All roles"
        />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
        <LookControls look={look} title="Users" columns={userColumns.others} />
      </Toolbar>
      <OfImport />
      <Figures />
      <ListBody
        list={look.pending ? { ...list, state: "loading" } : list}
        goesOn
        failed="Failed to fetch users"
        empty={{ text: "No users found.", help: "Add the first one with New User." }}
        unmatched={narrowed ? { text: "No users match your filters.", clear: clearFilters } : null}
        skeleton={<UserSkeleton />}
      >
        <UserTable list={list} look={look} onEdit={openRecord} />
      </ListBody>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New User">
        {grants && <NewUser grants={grants} onDone={close} />}
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="large" title="Edit User Role">
        {opened.kind === "record" && <EditUser key={opened.id} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
