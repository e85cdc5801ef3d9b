// What the list of tickets can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { PRIORITIES, STATUSES } from "./labels";

export const ticketFilters = {
  status: STATUSES,
  priority: PRIORITIES,
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;
