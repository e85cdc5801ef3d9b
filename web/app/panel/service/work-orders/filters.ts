// What the list of work orders can be narrowed by. Technicians see their own at first; "all" shows the branch's.
import type { User } from "~/api/session";
import type { FilterRules } from "../../list/filters";
import { statusLooks } from "./labels";

export const workOrderFilters = {
  status: Object.keys(statusLooks),
  assignedTo: ["me", "all"],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;

const CREW = ["technician", "lead_technician"];

/** Whose orders are shown when the address does not say. */
export const usualAssignee = (user: User): "me" | "all" => (user.role && CREW.includes(user.role) ? "me" : "all");
