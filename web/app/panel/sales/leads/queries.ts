// The calls about leads.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { useList, useRecord } from "../../list/list";
import type { LeadWrite } from "./schema";

export type Lead = Schemas["LeadRow"];

export const LEADS = "/api/panel/leads";

export const useLeads = (filters: Record<string, string>) => useList<Lead>(LEADS, filters);

export const useLead = (id: string) => useRecord<Lead>(LEADS, id);

export async function createLead(body: LeadWrite, key: string): Promise<Lead> {
  return bodyOf(api.post(LEADS, { body, headers: keyed(key) }));
}

/** Changes what is named, unless somebody else changed the lead since it was read. */
export async function updateLead({ id, version }: Lead, changes: Partial<LeadWrite>, key: string): Promise<Lead> {
  const params = { path: { id } };
  const body = changes as Schemas["LeadEdit"];
  const headers = changing(version, key);
  return bodyOf(api.patch("/api/panel/leads/{id}", { params, body, headers }));
}
