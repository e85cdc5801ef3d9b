// What is made for a client from the client's page: the address names the client, and the form begins with it.
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useReferred } from "../../list/list";
import { FOR_CLIENT } from "../../list/open-record";
import { RecordBody } from "../../list/record-body";
import { type Client, clients } from "./client";

interface ForClientProps {
  /** The form, given the client that the address names, or null. */
  children: (client: Client | null) => ReactNode;
}

export function ForClient({ children }: ForClientProps) {
  const [search] = useSearchParams();
  const id = search.get(FOR_CLIENT) ?? "";
  const client = useReferred(clients, id);
  return id ? <RecordBody record={client}>{children}</RecordBody> : children(null);
}
