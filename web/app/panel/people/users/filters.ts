// What the list of users can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { ROLES } from "../../staff/roles";

export const userFilters = { role: [...ROLES, "none"], branchId: "text", q: "text" } as const satisfies FilterRules;
