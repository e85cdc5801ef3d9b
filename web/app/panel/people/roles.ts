// Roles by the names people know them under.
const NAMES: Record<string, string> = {
  support: "Support",
  sales_rep: "Sales Representative",
  technician: "Technician",
  lead_technician: "Lead Technician",
  branch_ops_manager: "Branch Operations Manager",
  regional_ops_manager: "Regional Operations Manager",
  admin: "Administrator",
};

/** The role's name in pickers. */
export const roleName = (role: string): string => NAMES[role] ?? role;
