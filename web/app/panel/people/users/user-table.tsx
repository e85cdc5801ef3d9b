// The table of users.
import { fullName } from "~/lib/people";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import type { Look } from "../../any-record/look/look";
import { type Columns, RecordTable, TableSkeleton } from "../../any-record/record-table";
import { PhoneLink } from "../../list/contact";
import { Day } from "../../list/details";
import type { List } from "../../list/list";
import { Face } from "../../shell/face";
import { RoleBadge } from "../../staff/role-badge";
import { useUser } from "../../user/user";
import { isOver, type ListedPerson, type Person, useGrants } from "./user";

const nameOf = (person: ListedPerson) => fullName(person) || person.email;

function Name({ person }: { person: ListedPerson }) {
  return (
    <span className="flex items-center gap-3">
      <Face person={person} />
      {nameOf(person)}
    </span>
  );
}

function Role({ person }: { person: ListedPerson }) {
  if ("userType" in person && person.userType === "client") return <Badge variant="outline">Client</Badge>;
  return person.role ? <RoleBadge role={person.role} /> : <span className="text-muted">No Role</span>;
}

function Status({ person }: { person: ListedPerson }) {
  const invitedUntil = "invitedUntil" in person ? (person as Person).invitedUntil : null;
  if (invitedUntil) {
    return (
      <Badge variant={isOver(invitedUntil) ? "warning" : "outline"} mark="half">
        {isOver(invitedUntil) ? "Invitation ended" : "Invited"}
      </Badge>
    );
  }
  return person.status === "active" ? (
    <Badge variant="success" mark="check">
      Active
    </Badge>
  ) : (
    <Badge variant="outline" mark="empty">
      Inactive
    </Badge>
  );
}

function EditButton({ person, onEdit }: { person: ListedPerson; onEdit: (id: string) => void }) {
  const { id } = useUser();
  const grants = useGrants();
  if (id === person.id) return <span className="text-muted">You</span>;
  if (!grants?.includes(person.role)) return <span className="text-muted">{grants && "Read only"}</span>;
  return (
    <Button variant="outline" size="small" aria-label={`Edit ${nameOf(person)}`} onClick={() => onEdit(person.id)}>
      Edit
    </Button>
  );
}

export const userColumns: Columns<ListedPerson> = {
  label: "Users",
  called: nameOf,
  title: { name: "User", cell: (person) => <Name person={person} />, className: "whitespace-nowrap font-semibold" },
  others: [
    { key: "email", name: "Email", sort: "email", cell: ({ email }) => email },
    {
      key: "phone",
      name: "Phone",
      cell: ({ phone }) => phone && <PhoneLink phone={phone} />,
      className: "whitespace-nowrap",
    },
    { key: "role", name: "Role", cell: (person) => <Role person={person} /> },
    { key: "status", name: "Status", cell: (person) => <Status person={person} /> },
    {
      key: "created",
      name: "Added",
      sort: "-created",
      extra: true,
      cell: (person) => "createdAt" in person && <Day value={(person as Person).createdAt} />,
      className: "whitespace-nowrap",
    },
  ],
};

interface UserTableProps {
  list: List<ListedPerson>;
  look: Look;
  onEdit: (id: string) => void;
}

export function UserTable({ list, look, onEdit }: UserTableProps) {
  return (
    <RecordTable
      columns={userColumns}
      list={list}
      look={look}
      act={(person) => <EditButton person={person} onEdit={onEdit} />}
    />
  );
}

export const UserSkeleton = () => <TableSkeleton columns={userColumns} />;
