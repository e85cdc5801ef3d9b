// The table of users.
import { memo } from "react";
import { fullName } from "~/lib/people";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { PhoneLink } from "../../list/contact";
import { type Columns, RecordTable, TableSkeleton } from "../../records/record-table";
import { Face } from "../../shell/face";
import { useUser } from "../../shell/user";
import { RoleBadge } from "../../staff/role-badge";
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

const columns: Columns<ListedPerson> = {
  label: "Users",
  title: { name: "User", cell: (person) => <Name person={person} />, className: "whitespace-nowrap font-semibold" },
  others: [
    { name: "Email", cell: ({ email }) => email },
    { name: "Phone", cell: ({ phone }) => phone && <PhoneLink phone={phone} />, className: "whitespace-nowrap" },
    { name: "Role", cell: (person) => <Role person={person} /> },
    { name: "Status", cell: (person) => <Status person={person} /> },
  ],
};

interface UserTableProps {
  pages: ListedPerson[][];
  onEdit: (id: string) => void;
}

export const UserTable = memo(function UserTable({ pages, onEdit }: UserTableProps) {
  return (
    <RecordTable columns={columns} pages={pages} act={(person) => <EditButton person={person} onEdit={onEdit} />} />
  );
});

export const UserSkeleton = () => <TableSkeleton columns={columns} />;
