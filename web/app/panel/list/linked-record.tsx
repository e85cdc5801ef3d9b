// A record that another one leads to: its name opens it for those who may read it, and is a name for everybody else.
import type { Permission, User } from "~/api/session";
import type { Kind } from "../user/entries";
import { may, useUser } from "../user/user";
import { RecordLink } from "./record-link";

/** One of these opens a kind of record; who sees all data reads every kind. */
const READERS: Record<Kind, Permission[]> = {
  lead: ["canManageLeads"],
  client: ["canManageLeads", "canManageWorkOrders"],
  work_order: ["canManageWorkOrders"],
  ticket: ["canManageTickets"],
  warranty: ["canManageLeads", "canManageWorkOrders"],
  user: ["canManageUsers"],
};

/** Whether somebody reads records of a kind, within their scope. */
export const mayRead = (user: User, kind: Kind): boolean =>
  ["canViewAllData" as const, ...READERS[kind]].some((permission) => may(user, permission));

interface LinkedRecordProps {
  kind: Kind;
  id: string;
  title: string;
}

export function LinkedRecord({ kind, id, title }: LinkedRecordProps) {
  if (!mayRead(useUser(), kind)) return title;
  return (
    <RecordLink kind={kind} id={id}>
      {title}
    </RecordLink>
  );
}
