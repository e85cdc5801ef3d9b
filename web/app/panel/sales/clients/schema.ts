// A client as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object } from "valibot";
import { chosen, emailAddress, optional, required } from "~/forms/rules";
import type { ClientStatus } from "./labels";
import type { Client } from "./queries";

export const clientSchema = object({
  branchId: optional(),
  leadId: optional(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: required(),
  status: chosen<ClientStatus>(),
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
  status: (client?.status ?? "active") as ClientStatus,
});
