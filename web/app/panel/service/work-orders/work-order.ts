// Work orders: the calls about them, and how their states and priorities are called and marked.
import { api, bodyOf, multipart, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import type { Look } from "~/ui/look-badge";

export type WorkOrder = Schemas["WorkOrderRow"];
export type WorkOrderEdit = Schemas["WorkOrderEdit"];
export type PhotoRow = Schemas["Photo"];
export type PhotoKind = Schemas["PhotoKind"];

export const workOrders = {
  path: "/api/panel/work-orders",
  list: (query: Query) => pageOf(api.get("/api/panel/work-orders", { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/work-orders/export", { params: { query }, parseAs: "blob" })),
  one: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewWorkOrder"], key: string) =>
    bodyOf(api.post("/api/panel/work-orders", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the order since it was read. */
  update: ({ id, version }: WorkOrder, body: Schemas["WorkOrderEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/work-orders/{id}", { params: { path: { id } }, body, headers: changing(version, key) }),
    ),
};

/** Shows an order as it is known now. */
const showWorkOrder = (order: WorkOrder): void => {
  queries.setQueryData([workOrders.path, order.id], order);
};

/** The photos of an order: writes about them are told apart by what they do, so that one may be taken back during an upload. */
export const aboutPhotos = (id: string, act?: "add") => [workOrders.path, id, "photos", ...(act ? [act] : [])];

/** A change of a photo, in one line with those of its order, whose version it changes. */
export const changesPhoto = (id: string) => ({
  about: [workOrders.path, id, "photos", "change"],
  line: [workOrders.path, id],
});

/** The address of a photo, for those who may see its order. */
export const photoAddress = (id: string, photoId: string) =>
  `${workOrders.path}/${encodeURIComponent(id)}/photos/${encodeURIComponent(photoId)}`;

export async function addPhoto(id: string, file: File, key: string): Promise<void> {
  const form = new FormData();
  form.set("image", file);
  const sent = { params: { path: { id } }, ...multipart(form), headers: keyed(key) };
  showWorkOrder(await bodyOf(api.post("/api/panel/work-orders/{id}/photos", sent)));
}

/** Says otherwise what a photo shows. */
export async function describePhoto(
  id: string,
  photoId: string,
  body: Schemas["SitePhotoEdit"],
  key: string,
): Promise<void> {
  const sent = { params: { path: { id, photo_id: photoId } }, body, headers: keyed(key) };
  showWorkOrder(await bodyOf(api.patch("/api/panel/work-orders/{id}/photos/{photo_id}", sent)));
}

export async function removePhoto(id: string, photoId: string, key: string): Promise<void> {
  const sent = { params: { path: { id, photo_id: photoId } }, headers: keyed(key) };
  showWorkOrder(await bodyOf(api.delete("/api/panel/work-orders/{id}/photos/{photo_id}", sent)));
}

/** Puts a removed photo back, as long as its file is kept. */
export async function restorePhoto(id: string, photoId: string, key: string): Promise<void> {
  const sent = { params: { path: { id, photo_id: photoId } }, headers: keyed(key) };
  showWorkOrder(await bodyOf(api.post("/api/panel/work-orders/{id}/photos/{photo_id}/restore", sent)));
}

export const orderStatuses: Record<Schemas["WorkOrderStatus"], Look> = {
  pending: { label: "Pending", variant: "secondary", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  completed: { label: "Completed", variant: "outline", mark: "check" },
};

/** In the order of a day's work. */
export const photoKinds: Record<PhotoKind, Look> = {
  before: { label: "Before", variant: "secondary" },
  during: { label: "During", variant: "secondary" },
  after: { label: "After", variant: "secondary" },
  problem: { label: "Problem", variant: "destructive" },
};

/** The arrow says the priority without color. */
export const orderPriorities: Record<Schemas["WorkOrderPriority"], Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
};
