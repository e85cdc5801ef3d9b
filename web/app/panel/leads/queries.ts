// The calls about leads.
import { api, bodyOf, type Schemas } from "~/api/client";
import { useList, useRecord } from "../list/list";
import type { LeadWrite } from "./schema";

export type Lead = Schemas["LeadRow"];

export const LEADS = "/api/panel/leads";

export const useLeads = (filters: Record<string, string>) => useList<Lead>(LEADS, filters);

export const useLead = (id: string) => useRecord<Lead>(LEADS, id);

export async function createLead(body: LeadWrite): Promise<Lead> {
  return bodyOf(api.post(LEADS, { body }));
}

/** Changes a lead, unless somebody else did so since it was read. */
export async function updateLead({ id, version }: Lead, { branchId, ...fields }: LeadWrite): Promise<Lead> {
  const body = branchId ? { branchId, ...fields } : fields;
  const headers = { "If-Match": `"${version}"` };
  return bodyOf(api.patch("/api/panel/leads/{id}", { params: { path: { id } }, body, headers }));
}
