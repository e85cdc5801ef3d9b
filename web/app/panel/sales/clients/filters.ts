// What the list of clients can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { STATUSES } from "./labels";

export const clientFilters = { status: STATUSES, branchId: "text", q: "text" } as const satisfies FilterRules;
