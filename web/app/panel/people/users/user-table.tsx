// The table of users; on a narrow screen a list of cards that keeps the names of the columns.
import { memo } from "react";
import { fullName } from "~/lib/people";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { Detail, Details } from "../../list/details";
import { Chunks } from "../../list/list-body";
import { useUser } from "../../shell/user";
import { BranchDetail, BranchLine } from "../../staff/branch";
import { RoleBadge } from "../../staff/role-badge";
import { type ListedPerson, useGrants } from "./queries";

const COLUMNS = ["User", "Email", "Role", "Status", "Actions"];

const nameOf = (person: ListedPerson) => fullName(person) || person.email;

function Role({ person }: { person: ListedPerson }) {
  if ("userType" in person && person.userType === "client") return <Badge variant="outline">Client</Badge>;
  return person.role ? <RoleBadge role={person.role} /> : <span className="text-muted">No Role</span>;
}

function Status({ status }: { status: string }) {
  return status === "active" ? (
    <Badge variant="success" mark="check">
      Active
    </Badge>
  ) : (
    <Badge variant="outline" mark="empty">
      Inactive
    </Badge>
  );
}

interface UserTableProps {
  pages: ListedPerson[][];
  onEdit: (id: string) => void;
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

const head = COLUMNS.map((name) => <HeadCell key={name}>{name}</HeadCell>);

export const UserTable = memo(function UserTable({ pages, onEdit }: UserTableProps) {
  return (
    <>
      <div className="max-sm:hidden">
        <Table label="Users" head={head}>
          <Chunks pages={pages} as="tbody">
            {(people) =>
              people.map((person) => (
                <Row key={person.id}>
                  <Cell className="whitespace-nowrap font-semibold">
                    {nameOf(person)}
                    {person.branchId && <BranchLine id={person.branchId} />}
                  </Cell>
                  <Cell>{person.email}</Cell>
                  <Cell>
                    <Role person={person} />
                  </Cell>
                  <Cell>
                    <Status status={person.status} />
                  </Cell>
                  <Cell>
                    <EditButton person={person} onEdit={onEdit} />
                  </Cell>
                </Row>
              ))
            }
          </Chunks>
        </Table>
      </div>
      <div className="sm:hidden">
        <Chunks pages={pages}>
          {(people) => (
            <ul className="mb-3 grid gap-3">
              {people.map((person) => (
                <li key={person.id}>
                  <Card className="grid gap-3 p-4">
                    <h2 className="break-words font-sans font-semibold text-base leading-snug">{nameOf(person)}</h2>
                    <Details>
                      <Detail term="Email">{person.email}</Detail>
                      <Detail term="Role">
                        <Role person={person} />
                      </Detail>
                      <Detail term="Status">
                        <Status status={person.status} />
                      </Detail>
                      {person.branchId && <BranchDetail id={person.branchId} />}
                    </Details>
                    <div className="flex justify-end">
                      <EditButton person={person} onEdit={onEdit} />
                    </div>
                  </Card>
                </li>
              ))}
            </ul>
          )}
        </Chunks>
      </div>
    </>
  );
});

const EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function UserSkeleton() {
  return (
    <Table label="Users" head={head}>
      <tbody>
        {EIGHT.map((place) => (
          <Row key={place}>
            {COLUMNS.map((name) => (
              <Cell key={name}>
                <Skeleton className="h-5 w-24" />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
