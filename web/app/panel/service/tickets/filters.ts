// What the list of tickets can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { priorityLooks, statusLooks } from "./labels";

export const ticketFilters = {
  status: Object.keys(statusLooks),
  priority: Object.keys(priorityLooks),
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;
