// Photos of work orders: the calls about them, and how their kinds are called and marked.
import { api, bodyOf, multipart, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import type { Look } from "~/ui/look-badge";

export type PhotoRow = Schemas["Photo"];
export type PhotoKind = Schemas["PhotoKind"];

const ORDERS = "/api/panel/work-orders";

/** Shows an order as it is known now. */
const showWorkOrder = (order: Schemas["WorkOrderRow"]): void => {
  queries.setQueryData([ORDERS, order.id], order);
};

/** The photos of an order: writes about them are told apart by what they do, so that one may be taken back during an upload. */
export const aboutPhotos = (id: string, act?: "add") => [ORDERS, id, "photos", ...(act ? [act] : [])];

/** A change of a photo, in one line with those of its order, whose version it changes. */
export const changesPhoto = (id: string) => ({
  about: [ORDERS, id, "photos", "change"],
  line: [ORDERS, id],
});

/** The address of a photo, for those who may see its order. */
export const photoAddress = (id: string, photoId: string) =>
  `${ORDERS}/${encodeURIComponent(id)}/photos/${encodeURIComponent(photoId)}`;

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

/** In the order of a day's work. */
export const photoKinds: Record<PhotoKind, Look> = {
  before: { label: "Before", variant: "secondary" },
  during: { label: "During", variant: "secondary" },
  after: { label: "After", variant: "secondary" },
  problem: { label: "Problem", variant: "destructive" },
};
