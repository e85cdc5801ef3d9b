// API tokens: the calls about them, and how what they are for is called.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";

export type ApiToken = Schemas["ApiTokenRow"];
type Area = ApiToken["areas"][number];

export const PATH = "/api/panel/api-tokens";
const ONE = "/api/panel/api-tokens/{id}";

/** By its code: how an area is called, and what it opens. */
export const AREAS: Record<Area, { label: string; opens: string }> = {
  leads: { label: "Leads and clients", opens: "With their threads, properties and warranties, and the inbox" },
  work_orders: { label: "Work orders", opens: "With their photos and materials, and the clients they are for" },
  tickets: { label: "Support tickets", opens: "And the inbox" },
};

export const useTokens = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

export const makeToken = (body: Schemas["NewApiToken"]) => bodyOf(api.post(PATH, { body }));

const about = (id: string, key: string) => ({ params: { path: { id } }, headers: keyed(key) });

export const endToken = (id: string, key: string) => api.delete(ONE, about(id, key));

export const restoreToken = (id: string, key: string) => api.post("/api/panel/api-tokens/{id}/restore", about(id, key));
