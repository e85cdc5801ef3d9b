// The screens of the panel in the order of the sidebar, who may open which, and which records are at home there.
import {
  BarChart3,
  Building2,
  CalendarCheck,
  ClipboardList,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Settings,
  Target,
  Users,
} from "lucide-react";
import type { Schemas } from "~/api/client";
import type { Permission, User } from "~/api/session";
import { isManager } from "./roles";
import { may } from "./user";
import type { Waiting } from "./waiting";

/** A kind of record, as search names it. */
export type Kind = Schemas["Hit"]["kind"];

export interface Entry {
  path: string;
  label: string;
  icon: LucideIcon;
  allowed: (user: User) => boolean;
  /** How much waits there. */
  waits?: (waiting: Waiting) => number | null;
  /** Whose records open here, by `?id=`. */
  kind?: Kind;
  /** What the palette calls making one, by `?new`. */
  makes?: string;
}

const holds = (permission: Permission) => (user: User) => may(user, permission);

/** Today, a view of the work orders. A user without any sees their own surveys there, and nothing else. */
export const TODAY = "/panel/work-orders?view=today";

const seesTodayAlone = (user: User) => may(user, "canManageLeads") && !may(user, "canManageWorkOrders");

/** Whether an address of the work orders is that of one's own day. */
export const isToday = (search: string): boolean => new URLSearchParams(search).get("view") === "today";

/** Whether somebody without work orders asks for their own day among them. */
export const asksForToday = (user: User, path: string, search: string): boolean =>
  seesTodayAlone(user) && path === "/panel/work-orders" && isToday(search);

export const entries: Entry[] = [
  { path: "/panel", label: "Dashboard", icon: LayoutDashboard, allowed: () => true },
  {
    path: TODAY,
    label: "Today",
    icon: CalendarCheck,
    allowed: seesTodayAlone,
  },
  {
    path: "/panel/work-orders",
    label: "Work Orders",
    icon: ClipboardList,
    allowed: holds("canManageWorkOrders"),
    kind: "work_order",
    makes: "New Work Order",
  },
  {
    path: "/panel/tickets",
    label: "Support Tickets",
    icon: LifeBuoy,
    allowed: holds("canManageTickets"),
    waits: ({ tickets }) => tickets,
    kind: "ticket",
    makes: "New Ticket",
  },
  {
    path: "/panel/leads",
    label: "Leads",
    icon: Target,
    allowed: holds("canManageLeads"),
    waits: ({ inbox }) => inbox,
    kind: "lead",
    makes: "New Lead",
  },
  {
    path: "/panel/clients",
    label: "Clients",
    icon: Building2,
    allowed: holds("canManageLeads"),
    kind: "client",
    makes: "New Client",
  },
  { path: "/panel/reports", label: "Reports", icon: BarChart3, allowed: holds("canViewReports") },
  {
    path: "/panel/users",
    label: "Users",
    icon: Users,
    allowed: holds("canManageUsers"),
    kind: "user",
    makes: "New User",
  },
  {
    path: "/panel/settings",
    label: "Settings",
    icon: Settings,
    allowed: (user) => isManager(user.role),
    waits: ({ gallery }) => gallery,
  },
];
