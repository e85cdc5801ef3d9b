// A work order as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object } from "valibot";
import { chosen, optional, required } from "~/forms/rules";
import type { WorkOrderPriority, WorkOrderStatus } from "./labels";
import type { WorkOrder } from "./queries";

export const workOrderSchema = object({
  branchId: required("Branch is required"),
  clientId: required("Client is required"),
  assignedTo: optional(),
  title: required("Title is required"),
  description: optional(),
  status: chosen<WorkOrderStatus>(),
  priority: chosen<WorkOrderPriority>(),
  scheduledDate: optional(),
  notes: optional(),
});

export type WorkOrderWrite = InferOutput<typeof workOrderSchema>;

/** What the form shows of a work order, or of none. */
export const workOrderValues = (order: WorkOrder | null, branchId: string) => ({
  branchId: order?.branchId ?? branchId,
  clientId: order?.clientId ?? "",
  assignedTo: order?.assignedTo ?? "",
  title: order?.title ?? "",
  description: order?.description ?? "",
  status: (order?.status ?? "pending") as WorkOrderStatus,
  priority: (order?.priority ?? "medium") as WorkOrderPriority,
  scheduledDate: order?.scheduledDate ?? "",
  notes: order?.notes ?? "",
});
