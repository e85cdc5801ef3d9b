// A record's name that opens it. The filters in the address stay as they are.
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import type { Kind } from "./entries";
import { recordAddress } from "./record-address";
import { useUser } from "./user";

interface RecordLinkProps {
  kind: Kind;
  id: string;
  children: ReactNode;
}

export function RecordLink({ kind, id, children }: RecordLinkProps) {
  useSearch(); // the address that the link adds to may change meanwhile
  return (
    <Link href={recordAddress(useUser(), kind, id)} className="text-link underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
