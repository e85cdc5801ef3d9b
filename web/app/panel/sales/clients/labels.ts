// How the states of a client are called and marked.
import type { Look } from "~/ui/look-badge";

export const STATUSES = ["active", "inactive", "suspended"] as const;

export type ClientStatus = (typeof STATUSES)[number];

export const statusLooks: Record<ClientStatus, Look> = {
  active: { label: "Active", variant: "default", mark: "check" },
  inactive: { label: "Inactive", variant: "outline", mark: "empty" },
  suspended: { label: "Suspended", variant: "destructive", mark: "full" },
};

export const statusOptions = STATUSES.map((value) => ({ value, label: statusLooks[value].label }));
