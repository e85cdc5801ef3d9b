// Regions: the calls about them.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";

export type Region = Schemas["RegionRow"];

const about = (id: string) => ({ path: { id } });

export const regions = {
  path: "/api/panel/regions",
  one: (id: string) => bodyOf(api.get("/api/panel/regions/{id}", { params: about(id) })),
  history: (id: string) => bodyOf(api.get("/api/panel/regions/{id}/history", { params: about(id) })),
  create: (body: Schemas["NewRegion"], key: string) =>
    bodyOf(api.post("/api/panel/regions", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the region since it was read. */
  update: ({ id, version }: Region, body: Schemas["RegionEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/regions/{id}", { params: about(id), body, headers: changing(version, key) })),
  delete: ({ id, version }: Region, key: string) =>
    api.delete("/api/panel/regions/{id}", { params: about(id), headers: changing(version, key) }),
};
