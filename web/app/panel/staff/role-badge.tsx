// A person's role as a badge.
import { startCase } from "~/lib/labels";
import { Badge } from "~/ui/badge";

const MANAGERS = ["admin", "regional_ops_manager", "branch_ops_manager"];

export function RoleBadge({ role }: { role: string | null }) {
  if (!role) return <Badge variant="outline">No Role Assigned</Badge>;
  return <Badge variant={MANAGERS.includes(role) ? "default" : "secondary"}>{startCase(role)}</Badge>;
}
