// Roles by the names people know them under.
import type { Schemas } from "~/api/client";
import { nameIn } from "~/lib/labels";

export type Role = Schemas["Role"];

const NAMES: Record<Role, string> = {
  support: "Support",
  sales_rep: "Sales Representative",
  technician: "Technician",
  lead_technician: "Lead Technician",
  branch_ops_manager: "Branch Operations Manager",
  regional_ops_manager: "Regional Operations Manager",
  admin: "Administrator",
};

/** Administrators and both kinds of operations managers (product.md, rule 101). */
const MANAGERS: string[] = ["branch_ops_manager", "regional_ops_manager", "admin"] satisfies Role[];

export const isManager = (role: string | null): boolean => MANAGERS.includes(role ?? "");

/** The role's name in pickers. */
export const roleName = (role: string): string => nameIn(NAMES, role);

export const roleOptions = Object.entries(NAMES).map(([value, label]) => ({ value, label }));
