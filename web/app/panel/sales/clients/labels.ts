// How the states of a client are called and marked.
import type { Schemas } from "~/api/client";
import type { Look } from "~/ui/look-badge";
import { optionsOf } from "../../list/options";

export const statusLooks: Record<Schemas["ClientStatus"], Look> = {
  active: { label: "Active", variant: "default", mark: "check" },
  inactive: { label: "Inactive", variant: "outline", mark: "empty" },
  suspended: { label: "Suspended", variant: "destructive", mark: "full" },
};

export const statusOptions = optionsOf(statusLooks);
