// From a record to everything that was ever done to it, for those who see Settings.
import { Link } from "wouter";
import { useUser } from "../shell/user";
import { isManager } from "../staff/roles";

const auditOf = (id: string) => `/panel/settings?${new URLSearchParams({ tab: "audit", record: id })}`;

export function AuditLink({ id }: { id: string }) {
  if (!isManager(useUser().role)) return null;
  return (
    <p className="mt-3 text-small">
      <Link href={auditOf(id)} className="text-link underline underline-offset-4">
        Who did what here
      </Link>
    </p>
  );
}
