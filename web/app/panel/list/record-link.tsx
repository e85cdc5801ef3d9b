// A record's name that opens it; closing it leads back to where the name was. The filters in the address stay as they are.
// Within a sentence its color alone would not tell it from the words around it.
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { classes } from "~/ui/classes";
import type { Kind } from "../user/entries";
import { useUser } from "../user/user";
import { VISIT } from "./open-record";
import { recordAddress } from "./record-address";

interface RecordLinkProps {
  kind: Kind;
  id: string;
  className?: string;
  children: ReactNode;
}

export function RecordLink({ kind, id, className, children }: RecordLinkProps) {
  useSearch(); // the address that the link adds to may change meanwhile
  return (
    <Link
      href={recordAddress(useUser(), kind, id)}
      state={VISIT}
      className={classes("text-link underline-offset-4 hover:underline in-[p]:underline", className)}
    >
      {children}
    </Link>
  );
}
