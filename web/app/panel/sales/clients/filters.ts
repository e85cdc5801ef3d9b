// What the list of clients can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { statusLooks } from "./labels";

export const clientFilters = {
  status: Object.keys(statusLooks),
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;
