// What a lead becomes: the calls, which a repeat does once.
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { keyed } from "~/api/idempotency";

export const makeClient = (id: string, body: Schemas["LeadToClient"], key: string) =>
  bodyOf(api.post("/api/panel/leads/{id}/client", { params: { path: { id } }, body, headers: keyed(key) }));

export const handOver = (id: string, body: Schemas["HandOver"], key: string) =>
  bodyOf(api.post("/api/panel/leads/{id}/hand-over", { params: { path: { id } }, body, headers: keyed(key) }));

export const detach = (id: string, body: Schemas["Detaching"], key: string) =>
  bodyOf(api.post("/api/panel/leads/{id}/detach", { params: { path: { id } }, body, headers: keyed(key) }));

export async function undoConversion(id: string, key: string): Promise<void> {
  await api.post("/api/panel/conversions/{id}/undo", { params: { path: { id } }, headers: keyed(key) });
}

export const MADE_WITHOUT = "The job is made, without what you typed since. Copy that, and add it there.";

/** Refuses other words for what was made of a record: by then a colleague may work on it, so it is not made again. */
export const refuseMore = (): never => {
  throw new ApiError(0, JSON.stringify({ error: MADE_WITHOUT }), "");
};
