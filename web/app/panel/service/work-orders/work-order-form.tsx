// The form of a work order, for making one and for changing one, and the rules of its fields.
import { useWatch } from "react-hook-form";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { chosen, optional, required } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { RecordPicker } from "../../records/picker";
import { RecordForm, type RecordFormProps } from "../../records/record-form";
import { clients } from "../../sales/clients/client";
import { AssigneeField, BranchField } from "../../staff/fields";
import { orderPriorities, orderStatuses, type WorkOrder, workOrders } from "./work-order";

const schema = object({
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

const values = (order: WorkOrder | null, homeBranchId: string) => ({
  branchId: order?.branchId ?? homeBranchId,
  clientId: order?.clientId ?? "",
  assignedTo: order?.assignedTo ?? "",
  title: order?.title ?? "",
  description: order?.description ?? "",
  status: order?.status ?? "pending",
  priority: order?.priority ?? "medium",
  scheduledDate: order?.scheduledDate ?? "",
  notes: order?.notes ?? "",
});

/** Whom the work is for, among the clients of the chosen branch. */
function ClientField() {
  const branchId: string = useWatch({ name: "branchId" });
  return (
    <RecordPicker
      name="clientId"
      label="Client"
      kind={clients}
      within={{ branchId }}
      title={({ name, address }) => `${name}, ${address}`}
    />
  );
}

interface WorkOrderFormProps extends RecordFormProps<WorkOrder> {
  /** What Cancel does, where that is not closing the dialog. */
  onCancel?: () => void;
}

export function WorkOrderForm(props: WorkOrderFormProps) {
  return (
    <RecordForm
      {...props}
      kind={workOrders}
      schema={schema}
      values={values}
      create={workOrders.create}
      noun="work order"
      action="Create Work Order"
    >
      <TextField name="title" label="Title" autoComplete="off" className="sm:col-span-2" />
      <BranchField clears={["clientId"]} />
      <ClientField />
      <AssigneeField kind="work_order" needs="canAssignJobs" />
      <TextField name="scheduledDate" label="Scheduled Date" type="date" optional />
      <SelectField name="status" label="Status" options={optionsOf(orderStatuses)} />
      <SelectField name="priority" label="Priority" options={optionsOf(orderPriorities)} />
      <TextareaField name="description" label="Description" optional className="sm:col-span-2" />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
    </RecordForm>
  );
}
