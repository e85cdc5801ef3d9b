// The form of a work order, for making one and for changing one.
import { useWatch } from "react-hook-form";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { FormFoot } from "../../records/form-foot";
import { RecordPicker } from "../../records/picker";
import { type RecordFormProps, useRecordForm } from "../../records/record-form";
import { clients } from "../../sales/clients/queries";
import { AssigneeField, BranchField } from "../../staff/fields";
import { useHomeBranch } from "../../staff/queries";
import { priorityOptions, statusOptions } from "./labels";
import { type WorkOrder, workOrders } from "./queries";
import { workOrderSchema, workOrderValues } from "./schema";

interface WorkOrderFormProps extends RecordFormProps<WorkOrder> {
  /** What Cancel does, where that is not closing the dialog. */
  onCancel?: () => void;
}

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

export function WorkOrderForm({ record, onDone, onCancel }: WorkOrderFormProps) {
  const home = useHomeBranch();
  const { props, ...versions } = useRecordForm({
    schema: workOrderSchema,
    kind: workOrders,
    record,
    values: (shown) => workOrderValues(shown, home),
    create: workOrders.create,
    noun: "work order",
    onDone,
  });
  return (
    <Form {...props} className="sm:grid-cols-2">
      <TextField name="title" label="Title" autoComplete="off" className="sm:col-span-2" />
      <BranchField clears={["clientId"]} />
      <ClientField />
      <AssigneeField kind="work_order" needs="canAssignJobs" />
      <TextField name="scheduledDate" label="Scheduled Date" type="date" optional />
      <SelectField name="status" label="Status" options={statusOptions} />
      <SelectField name="priority" label="Priority" options={priorityOptions} />
      <TextareaField name="description" label="Description" optional className="sm:col-span-2" />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
      <FormFoot action={record ? "Save Changes" : "Create Work Order"} {...versions} onCancel={onCancel} />
    </Form>
  );
}
