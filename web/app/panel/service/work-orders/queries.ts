// The calls about work orders.
import { api, bodyOf, type Schemas, upload } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { useList, useRecord } from "../../list/list";
import type { WorkOrderWrite } from "./schema";

export type WorkOrder = Schemas["WorkOrderRow"];
export type WorkOrderEdit = Schemas["WorkOrderEdit"];

export const WORK_ORDERS = "/api/panel/work-orders";

export const useWorkOrders = (filters: Record<string, string>) => useList<WorkOrder>(WORK_ORDERS, filters);

export const useWorkOrder = (id: string) => useRecord<WorkOrder>(WORK_ORDERS, id);

export async function createWorkOrder(body: WorkOrderWrite, key: string): Promise<WorkOrder> {
  return bodyOf(api.post(WORK_ORDERS, { body, headers: keyed(key) }));
}

/** Changes what is named, unless somebody else changed the order since it was read. */
export async function changeWorkOrder(
  { id, version }: WorkOrder,
  body: WorkOrderEdit,
  key: string,
): Promise<WorkOrder> {
  const headers = changing(version, key);
  return bodyOf(api.patch("/api/panel/work-orders/{id}", { params: { path: { id } }, body, headers }));
}

/** Shows an order as it is known now, or as it will be when an act has succeeded. */
export const showWorkOrder = (order: WorkOrder): void => {
  queries.setQueryData([WORK_ORDERS, order.id], order);
};

/** Shows an order as it was before an act that did not succeed, unless a newer one is known by now. */
export const takeBackShown = (order: WorkOrder): void => {
  queries.setQueryData<WorkOrder>([WORK_ORDERS, order.id], (now) => (now?.version === order.version ? order : now));
};

const photosOf = (id: string) => `${WORK_ORDERS}/${encodeURIComponent(id)}/photos`;

/** The address of a photo, for those who may see its order. */
export const photoAddress = (id: string, photoId: string) => `${photosOf(id)}/${encodeURIComponent(photoId)}`;

export async function addPhoto(id: string, file: File, key: string): Promise<void> {
  const form = new FormData();
  form.set("image", file);
  showWorkOrder(await upload<WorkOrder>(photosOf(id), form, key));
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
