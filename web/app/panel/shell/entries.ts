// The screens of the panel in the order of the sidebar, and who may open which.
import {
  BarChart3,
  Building2,
  ClipboardList,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Settings,
  Target,
  Users,
} from "lucide-react";
import type { User } from "~/api/session";
import { may } from "./user";

export interface Entry {
  path: string;
  label: string;
  icon: LucideIcon;
  allowed: (user: User) => boolean;
}

const SETTINGS_ROLES = ["admin", "regional_ops_manager", "branch_ops_manager"];

export const entries: Entry[] = [
  { path: "/panel", label: "Dashboard", icon: LayoutDashboard, allowed: () => true },
  {
    path: "/panel/work-orders",
    label: "Work Orders",
    icon: ClipboardList,
    allowed: (user) => may(user, "canManageWorkOrders"),
  },
  {
    path: "/panel/tickets",
    label: "Support Tickets",
    icon: LifeBuoy,
    allowed: (user) => may(user, "canManageTickets"),
  },
  { path: "/panel/leads", label: "Leads", icon: Target, allowed: (user) => may(user, "canManageLeads") },
  { path: "/panel/clients", label: "Clients", icon: Building2, allowed: (user) => may(user, "canManageLeads") },
  { path: "/panel/reports", label: "Reports", icon: BarChart3, allowed: (user) => may(user, "canViewReports") },
  { path: "/panel/users", label: "Users", icon: Users, allowed: (user) => may(user, "canManageUsers") },
  {
    path: "/panel/settings",
    label: "Settings",
    icon: Settings,
    allowed: (user) => SETTINGS_ROLES.includes(user.role ?? ""),
  },
];
