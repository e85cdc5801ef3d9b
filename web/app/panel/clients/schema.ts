// A client as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object, picklist } from "valibot";
import { emailAddress, optional, required } from "~/forms/rules";
import { STATUSES } from "./labels";
import type { Client } from "./queries";

export const clientSchema = object({
  branchId: optional(),
  leadId: optional(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: required(),
  status: picklist(STATUSES),
});

export type ClientWrite = InferOutput<typeof clientSchema>;

/** What the form shows of a client, or of none. */
export const clientValues = (client: Client | null, branchId: string) => ({
  branchId: client?.branchId ?? branchId,
  leadId: client?.leadId ?? "",
  name: client?.name ?? "",
  email: client?.email ?? "",
  phone: client?.phone ?? "",
  address: client?.address ?? "",
  status: (client?.status ?? "active") as (typeof STATUSES)[number],
});
