// Visitors' messages: the calls about them, and how what they are about is called and marked. Taking one happens once: a
// second taker is told who was first.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type Enquiry = Schemas["EnquiryRow"];

export const enquiries = {
  path: "/api/panel/enquiries",
  list: (query: Query) => pageOf(api.get("/api/panel/enquiries", { params: { query } })),
};

export async function makeLead(id: string, branchId: string, key: string): Promise<Schemas["LeadRow"]> {
  const params = { path: { id } };
  return bodyOf(api.post("/api/panel/enquiries/{id}/lead", { params, body: { branchId }, headers: keyed(key) }));
}

/** Of a client or lead, where one is named, and then in their branch. */
export async function makeTicket(
  id: string,
  body: Schemas["TakingForPerson"],
  key: string,
): Promise<Schemas["TicketRow"]> {
  const params = { path: { id } };
  return bodyOf(api.post("/api/panel/enquiries/{id}/ticket", { params, body, headers: keyed(key) }));
}

/** Says whose a message is: its words join what is known of the lead or client. */
export async function attach(id: string, body: Schemas["Attaching"], key: string): Promise<Enquiry> {
  const params = { path: { id } };
  return bodyOf(api.post("/api/panel/enquiries/{id}/attach", { params, body, headers: keyed(key) }));
}

/** Who may have sent a message, which warranty it may be about, and the photos that came with it. */
export const useMessageMatches = (id: string) =>
  useQuery({
    queryKey: [enquiries.path, id, "matches"],
    queryFn: ({ signal }) => bodyOf(api.get("/api/panel/enquiries/{id}/matches", { params: { path: { id } }, signal })),
  });

export async function restore(id: string, key: string): Promise<void> {
  await api.post("/api/panel/enquiries/{id}/restore", { params: { path: { id } }, headers: keyed(key) });
}

export async function archive(id: string, key: string): Promise<void> {
  await api.post("/api/panel/enquiries/{id}/archive", { params: { path: { id } }, headers: keyed(key) });
}

export const topics: Record<Schemas["Topic"], Look> = {
  contact: { label: "Message", variant: "secondary" },
  emergency: { label: "Emergency", variant: "destructive" },
  product_registration: { label: "Product registration", variant: "secondary" },
  extended_coverage: { label: "Extended coverage", variant: "secondary" },
};

const DID: Record<string, string> = {
  quote_request: "Asked for a quote",
  contact: "Sent a message",
  emergency: "Reported an emergency",
  product_registration: "Registered a product",
  extended_coverage: "Asked about extended coverage",
};

/** What a visitor did, as a thread tells it: a quote request, or a message by its topic. */
export const visitorDid = (action: string): string => DID[action] ?? "Sent a message";
