// The calls about visitors' messages. Taking one happens once: a second taker is told who was first.
import { api, bodyOf, type Schemas } from "~/api/client";
import { refreshAfterWrite, useList } from "../list/list";

export type Enquiry = Schemas["EnquiryRow"];

const ENQUIRIES = "/api/panel/enquiries";

export const useEnquiries = (filters: Record<string, string>) => useList<Enquiry>(ENQUIRIES, filters);

export async function makeLead(id: string, branchId: string): Promise<Schemas["LeadRow"]> {
  const params = { path: { id } };
  const lead = await bodyOf(api.post("/api/panel/enquiries/{id}/lead", { params, body: { branchId } }));
  await refreshAfterWrite(ENQUIRIES, "/api/panel/leads");
  return lead;
}

export async function makeTicket(id: string, branchId: string): Promise<Schemas["TicketRow"]> {
  const params = { path: { id } };
  const ticket = await bodyOf(api.post("/api/panel/enquiries/{id}/ticket", { params, body: { branchId } }));
  await refreshAfterWrite(ENQUIRIES, "/api/panel/support-tickets");
  return ticket;
}

export async function archive(id: string): Promise<void> {
  await api.post("/api/panel/enquiries/{id}/archive", { params: { path: { id } } });
  await refreshAfterWrite(ENQUIRIES);
}

export const refreshInbox = (): Promise<void> => refreshAfterWrite(ENQUIRIES);
