// Warranties: the calls about them, and how their states and parts are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type Warranty = Schemas["WarrantyRow"];

const at = (id: string) => ({ path: { id } });

/** With its parts among its fields, as a form edits them. */
const withParts = ({ warranty, parts }: Schemas["WarrantyPage"]) => ({ ...warranty, parts });
export type OpenedWarranty = ReturnType<typeof withParts>;

export const warranties = {
  path: "/api/panel/warranties",
  /** Those that end soon in the order in which they do. */
  list: (query: Query) =>
    pageOf(api.get("/api/panel/warranties", { params: { query: query.ends ? { ...query, sort: "ends" } : query } })),
  one: async (id: string) => withParts(await bodyOf(api.get("/api/panel/warranties/{id}", { params: at(id) }))),
  /** Changes what is named, unless somebody else changed the warranty since it was read. */
  update: async ({ id, version }: OpenedWarranty, body: Schemas["WarrantyEdit"], key: string) =>
    withParts(
      await bodyOf(api.patch("/api/panel/warranties/{id}", { params: at(id), body, headers: changing(version, key) })),
    ),
};

export const confirmWarranty = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/warranties/{id}/confirm", { params: at(id), headers: keyed(key) }));

export const reopenWarranty = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/warranties/{id}/reopen", { params: at(id), headers: keyed(key) }));

export const warrantyStatuses: Record<Schemas["WarrantyStatus"], Look> = {
  draft: { label: "Draft", variant: "secondary", mark: "empty" },
  confirmed: { label: "Confirmed", variant: "default", mark: "check" },
  void: { label: "Void", variant: "destructive", mark: "full" },
};

export const warrantyStates: Record<string, Look> = {
  ...warrantyStatuses,
  waiting: { label: "Draft, waiting", variant: "outline", mark: "empty" },
};

/** How its state is called: a draft whose order was opened again waits for it. */
export const warrantyState = ({ status, waitingSince }: Pick<Warranty, "status" | "waitingSince">): string =>
  waitingSince ? "waiting" : status;

export const partKinds: Record<Schemas["PartKind"], Look> = {
  controller: { label: "Controller", variant: "outline" },
  lights: { label: "Lights", variant: "outline" },
  channel: { label: "Channel", variant: "outline" },
  power_supply: { label: "Power Supply", variant: "outline" },
};
