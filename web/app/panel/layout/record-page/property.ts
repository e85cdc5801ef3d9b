// The properties of a client: the calls about them.
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { changing, keyed } from "~/api/idempotency";

export type Property = Schemas["PropertyRow"];

type Changes = Partial<Omit<Property, "id" | "clientId" | "version">>;

/** The properties of a client, as a kind of record. */
export function propertiesOf(clientId: string) {
  const params = { path: { id: clientId } };
  const path = `/api/panel/clients/${clientId}/properties`;
  const list = () => bodyOf(api.get("/api/panel/clients/{id}/properties", { params }));
  return {
    path,
    one: async (id: string): Promise<Property> => {
      const found = (await list()).find((place) => place.id === id);
      if (!found) throw new ApiError(404, "", "Not found");
      return found;
    },
    create: (body: Schemas["NewProperty"], key: string) =>
      bodyOf(api.post("/api/panel/clients/{id}/properties", { params, body, headers: keyed(key) })),
    /** The one at the client's own address has no address to be changed. */
    update: ({ id, version }: Property, { address, ...told }: Changes, key: string) => {
      const body = address ? { ...told, address } : told;
      const headers = changing(version, key);
      return bodyOf(api.patch("/api/panel/properties/{id}", { params: { path: { id } }, body, headers }));
    },
  };
}

export async function dropProperty({ id }: Property, key: string): Promise<void> {
  await api.delete("/api/panel/properties/{id}", { params: { path: { id } }, headers: keyed(key) });
}
