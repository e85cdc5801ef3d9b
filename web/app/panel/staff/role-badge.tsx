// A person's role as a badge.
import { startCase } from "~/lib/labels";
import { Badge } from "~/ui/badge";
import { isManager } from "../user/roles";

export function RoleBadge({ role }: { role: string | null }) {
  if (!role) return <Badge variant="outline">No Role Assigned</Badge>;
  return <Badge variant={isManager(role) ? "default" : "secondary"}>{startCase(role)}</Badge>;
}
