// A work order as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object, picklist } from "valibot";
import { optional, required } from "~/forms/rules";
import { PRIORITIES, STATUSES } from "./labels";
import type { WorkOrder } from "./queries";

export const workOrderSchema = object({
  branchId: required("Branch is required"),
  clientId: required("Client is required"),
  assignedTo: optional(),
  title: required("Title is required"),
  description: optional(),
  status: picklist(STATUSES),
  priority: picklist(PRIORITIES),
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
  status: (order?.status ?? "pending") as (typeof STATUSES)[number],
  priority: (order?.priority ?? "medium") as (typeof PRIORITIES)[number],
  scheduledDate: order?.scheduledDate ?? "",
  notes: order?.notes ?? "",
});
