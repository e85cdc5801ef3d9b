// What the list of users can be narrowed by.
import type { FilterRules } from "../../list/filters";
import { roleOptions } from "../../staff/roles";
import { NONE } from "./schema";

export const userFilters = {
  role: [...roleOptions.map(({ value }) => value), NONE],
  branchId: "text",
  q: "text",
} as const satisfies FilterRules;
