// A lead as its form holds it, the rules of its fields, and what is sent.
import { check, object, pipe, string, transform } from "valibot";
import type { Schemas } from "~/api/client";
import { chosen, emailAddress, optional, required } from "~/forms/rules";
import { readDollars } from "~/lib/money";
import { chosenBranch } from "../../staff/rules";
import type { Lead } from "./queries";

const dollarAmount = pipe(
  string(),
  transform(readDollars),
  check((amount) => !Number.isNaN(amount), "Enter a whole amount in dollars, such as 4500"),
);

export const leadSchema = object({
  branchId: chosenBranch(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: optional(),
  status: chosen<Schemas["LeadStatus"]>(),
  source: optional(),
  estimatedValue: dollarAmount,
  assignedTo: optional(),
  notes: optional(),
});

/** What the form shows of a lead, or of none. */
export const leadValues = (lead: Lead | null, branchId: string) => ({
  branchId: lead?.branchId ?? branchId,
  name: lead?.name ?? "",
  email: lead?.email ?? "",
  phone: lead?.phone ?? "",
  address: lead?.address ?? "",
  status: lead?.status ?? "new",
  source: lead?.source ?? "",
  estimatedValue: lead?.estimatedValue?.toString() ?? "",
  assignedTo: lead?.assignedTo ?? "",
  notes: lead?.notes ?? "",
});
