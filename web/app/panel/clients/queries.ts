// The calls about clients.
import { api, bodyOf, type Schemas } from "~/api/client";
import { useList, useRecord } from "../list/list";
import type { ClientWrite } from "./schema";

export type Client = Schemas["ClientRow"];

export const CLIENTS = "/api/panel/clients";

export const useClients = (filters: Record<string, string>) => useList<Client>(CLIENTS, filters);

export const useClient = (id: string) => useRecord<Client>(CLIENTS, id);

export async function createClient(body: ClientWrite): Promise<Client> {
  return bodyOf(api.post(CLIENTS, { body }));
}

/** Changes a client, unless somebody else did so since it was read. */
export async function updateClient({ id, version }: Client, { branchId, ...fields }: ClientWrite): Promise<Client> {
  const body = branchId ? { branchId, ...fields } : fields;
  const headers = { "If-Match": `"${version}"` };
  return bodyOf(api.patch("/api/panel/clients/{id}", { params: { path: { id } }, body, headers }));
}
