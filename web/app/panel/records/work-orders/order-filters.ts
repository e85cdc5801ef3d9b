// What narrows the list of work orders.
import type { User } from "~/api/session";
import type { FilterRules } from "../../list/filters";
import { orderStatuses } from "./work-order";

export const orderRules = {
  status: Object.keys(orderStatuses),
  assignedTo: "text",
  undated: ["yes"],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;

const CREW = ["technician", "lead_technician"];

/** Whose orders are shown when the address does not say: the crew sees its own at first. */
export const usualAssignee = (user: User): "me" | "all" => (user.role && CREW.includes(user.role) ? "me" : "all");
