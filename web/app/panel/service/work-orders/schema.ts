// A work order as its form holds it, the rules of its fields, and what is sent.
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { chosen, optional, required } from "~/forms/rules";
import type { WorkOrder } from "./queries";

export const workOrderSchema = object({
  branchId: required("Branch is required"),
  clientId: required("Client is required"),
  assignedTo: optional(),
  title: required("Title is required"),
  description: optional(),
  status: chosen<Schemas["WorkOrderStatus"]>(),
  priority: chosen<Schemas["WorkOrderPriority"]>(),
  scheduledDate: optional(),
  notes: optional(),
});

/** What the form shows of a work order, or of none. */
export const workOrderValues = (order: WorkOrder | null, branchId: string) => ({
  branchId: order?.branchId ?? branchId,
  clientId: order?.clientId ?? "",
  assignedTo: order?.assignedTo ?? "",
  title: order?.title ?? "",
  description: order?.description ?? "",
  status: order?.status ?? "pending",
  priority: order?.priority ?? "medium",
  scheduledDate: order?.scheduledDate ?? "",
  notes: order?.notes ?? "",
});
