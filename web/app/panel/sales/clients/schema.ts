// A client as its form holds it, the rules of its fields, and what is sent.
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { chosen, emailAddress, optional, required } from "~/forms/rules";
import { chosenBranch } from "../../staff/rules";
import type { Client } from "./queries";

export const clientSchema = object({
  branchId: chosenBranch(),
  leadId: optional(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: required(),
  status: chosen<Schemas["ClientStatus"]>(),
});

/** What the form shows of a client, or of none. */
export const clientValues = (client: Client | null, branchId: string) => ({
  branchId: client?.branchId ?? branchId,
  leadId: client?.leadId ?? "",
  name: client?.name ?? "",
  email: client?.email ?? "",
  phone: client?.phone ?? "",
  address: client?.address ?? "",
  status: client?.status ?? "active",
});
