// Roles by the names people know them under.
import { nameIn } from "~/lib/labels";

export const ROLES = [
  "support",
  "sales_rep",
  "technician",
  "lead_technician",
  "branch_ops_manager",
  "regional_ops_manager",
  "admin",
] as const;

export type RoleName = (typeof ROLES)[number];

const NAMES: Record<RoleName, string> = {
  support: "Support",
  sales_rep: "Sales Representative",
  technician: "Technician",
  lead_technician: "Lead Technician",
  branch_ops_manager: "Branch Operations Manager",
  regional_ops_manager: "Regional Operations Manager",
  admin: "Administrator",
};

/** The role's name in pickers. */
export const roleName = (role: string): string => nameIn(NAMES, role);

export const roleOptions = ROLES.map((value) => ({ value, label: NAMES[value] }));
