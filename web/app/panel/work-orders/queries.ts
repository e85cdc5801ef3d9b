// The calls about work orders.
import { api, bodyOf, type Schemas, upload } from "~/api/client";
import { queries } from "~/api/queries";
import { useList, useRecord } from "../list/list";
import type { WorkOrderWrite } from "./schema";

export type WorkOrder = Schemas["WorkOrderRow"];
export type WorkOrderEdit = Schemas["WorkOrderEdit"];

export const WORK_ORDERS = "/api/panel/work-orders";

export const useWorkOrders = (filters: Record<string, string>) => useList<WorkOrder>(WORK_ORDERS, filters);

export const useWorkOrder = (id: string) => useRecord<WorkOrder>(WORK_ORDERS, id);

export async function createWorkOrder(body: WorkOrderWrite): Promise<WorkOrder> {
  return bodyOf(api.post(WORK_ORDERS, { body }));
}

/** Changes what is named, unless somebody else changed the order since it was read. */
export async function changeWorkOrder({ id, version }: WorkOrder, body: WorkOrderEdit): Promise<WorkOrder> {
  const headers = { "If-Match": `"${version}"` };
  const order = await bodyOf(api.patch("/api/panel/work-orders/{id}", { params: { path: { id } }, body, headers }));
  queries.setQueryData([WORK_ORDERS, id], order);
  return order;
}

export async function updateWorkOrder(order: WorkOrder, { branchId, ...fields }: WorkOrderWrite): Promise<WorkOrder> {
  return changeWorkOrder(order, branchId ? { branchId, ...fields } : fields);
}

/** Shows the new status at once; when the server refuses, the old one comes back. */
export async function setStatus(order: WorkOrder, status: "in_progress" | "completed"): Promise<void> {
  const key = [WORK_ORDERS, order.id];
  queries.setQueryData(key, { ...order, status });
  try {
    await changeWorkOrder(order, { status });
  } catch (error) {
    queries.setQueryData(key, order);
    await queries.invalidateQueries({ queryKey: key });
    throw error;
  }
}

const photosOf = (id: string) => `${WORK_ORDERS}/${encodeURIComponent(id)}/photos`;

/** The address of a photo, for those who may see its order. */
export const photoAddress = (id: string, photoId: string) => `${photosOf(id)}/${encodeURIComponent(photoId)}`;

export async function addPhoto(id: string, file: File): Promise<void> {
  const form = new FormData();
  form.set("image", file);
  queries.setQueryData([WORK_ORDERS, id], await upload<WorkOrder>(photosOf(id), form));
}

export async function removePhoto(id: string, photoId: string): Promise<void> {
  await api.delete("/api/panel/work-orders/{id}/photos/{photo_id}", {
    params: { path: { id, photo_id: photoId } },
  });
}
