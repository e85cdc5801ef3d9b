// API tokens: the calls about them, and how what they are for is called.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { lostAs } from "~/api/error";
import { keyed } from "~/api/idempotency";
import { refreshPanel } from "~/api/queries";

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

const LOST = "No answer came back. If the list has this token by now, nobody has seen it: end it, and make another.";

/** Sent again it makes another one, so a user who gets no answer looks at the list. */
export const makeToken = (body: Schemas["NewApiToken"]) =>
  bodyOf(api.post(PATH, { body })).catch(async (error) => {
    await refreshPanel();
    return lostAs(LOST)(error);
  });

const about = (id: string, key: string) => ({ params: { path: { id } }, headers: keyed(key) });

export const endToken = (id: string, key: string) => api.delete(ONE, about(id, key));

export const restoreToken = (id: string, key: string) => api.post("/api/panel/api-tokens/{id}/restore", about(id, key));
