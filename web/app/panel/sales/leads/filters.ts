// What the list of leads can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { STATUSES } from "./labels";

export const leadFilters = { status: STATUSES, branchId: "text", q: "text" } as const satisfies FilterRules;
