// What is made for a client from the client's page or a lead's: the address names them, and the form begins with them.
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useReferred } from "../../list/list";
import { FOR_CLIENT, OF_LEAD } from "../../list/open-record";
import { RecordBody } from "../../list/record-body";
import { type Client, clients } from "./client";

interface ForClientProps {
  /** The form, given the client that the address names, or null, and the id of the lead, or nothing. */
  children: (client: Client | null, leadId: string) => ReactNode;
}

export function ForClient({ children }: ForClientProps) {
  const [search] = useSearchParams();
  const id = search.get(FOR_CLIENT) ?? "";
  const client = useReferred(clients, id);
  const leadId = search.get(OF_LEAD) ?? "";
  return id ? <RecordBody record={client}>{(found) => children(found, leadId)}</RecordBody> : children(null, "");
}
