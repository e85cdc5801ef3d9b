// The calls about clients.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { useList, useRecord } from "../../list/list";
import type { ClientWrite } from "./schema";

export type Client = Schemas["ClientRow"];

export const CLIENTS = "/api/panel/clients";

export const useClients = (filters: Record<string, string>) => useList<Client>(CLIENTS, filters);

export const useClient = (id: string) => useRecord<Client>(CLIENTS, id);

export async function createClient(body: ClientWrite, key: string): Promise<Client> {
  return bodyOf(api.post(CLIENTS, { body, headers: keyed(key) }));
}

/** Changes what is named, unless somebody else changed the client since it was read. */
export async function updateClient(
  { id, version }: Client,
  changes: Partial<ClientWrite>,
  key: string,
): Promise<Client> {
  const params = { path: { id } };
  const body = changes as Schemas["ClientEdit"];
  const headers = changing(version, key);
  return bodyOf(api.patch("/api/panel/clients/{id}", { params, body, headers }));
}
