// How the states of a lead are called and marked.
import type { Schemas } from "~/api/client";
import type { Look } from "~/ui/look-badge";
import { optionsOf } from "../../list/options";

export const statusLooks: Record<Schemas["LeadStatus"], Look> = {
  new: { label: "New", variant: "default", mark: "empty" },
  contacted: { label: "Contacted", variant: "secondary", mark: "half" },
  qualified: { label: "Qualified", variant: "secondary", mark: "half" },
  proposal: { label: "Proposal", variant: "outline", mark: "half" },
  negotiation: { label: "Negotiation", variant: "outline", mark: "half" },
  won: { label: "Won", variant: "default", mark: "check" },
  lost: { label: "Lost", variant: "destructive", mark: "full" },
};

export const statusOptions = optionsOf(statusLooks);
