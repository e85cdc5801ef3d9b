// What narrows the list of work orders.
import type { Schemas } from "~/api/client";
import type { User } from "~/api/session";
import type { FilterRules } from "../../list/filters";

/** Not of `orderStatuses`: a day on site is kept without the calls that stand beside those. */
const STATUSES = { pending: true, in_progress: true, completed: true } satisfies Record<
  Schemas["WorkOrderStatus"],
  true
>;

export const orderRules = {
  status: Object.keys(STATUSES),
  assignedTo: "text",
  undated: ["yes"],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;

const CREW = ["technician", "lead_technician"];

/** Whose orders are shown when the address does not say: the crew sees its own at first. */
export const usualAssignee = (user: User): "me" | "all" => (user.role && CREW.includes(user.role) ? "me" : "all");
