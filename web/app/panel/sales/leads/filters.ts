// What the list of leads can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { statusLooks } from "./labels";

export const leadFilters = {
  status: Object.keys(statusLooks),
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;
