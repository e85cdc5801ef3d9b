// The calls about clients.
import { api, bodyOf, type Schemas } from "~/api/client";
import { refreshAfterWrite, useList, useRecord } from "../list/list";
import type { ClientWrite } from "./schema";

export type Client = Schemas["ClientRow"];

export const CLIENTS = "/api/panel/clients";

export const useClients = (filters: Record<string, string>) => useList<Client>(CLIENTS, filters);

export const useClient = (id: string) => useRecord<Client>(CLIENTS, id);

export async function createClient(body: ClientWrite): Promise<Client> {
  const client = await bodyOf(api.post(CLIENTS, { body }));
  await refreshAfterWrite(CLIENTS);
  return client;
}

/** Changes a client, unless somebody else did so since it was read. */
export async function updateClient({ id, version }: Client, { branchId, ...fields }: ClientWrite): Promise<Client> {
  const body = branchId ? { branchId, ...fields } : fields;
  const headers = { "If-Match": `"${version}"` };
  const client = await bodyOf(api.patch("/api/panel/clients/{id}", { params: { path: { id } }, body, headers }));
  await refreshAfterWrite(CLIENTS);
  return client;
}
