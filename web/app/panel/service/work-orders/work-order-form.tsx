// The form of a work order, for making one and for changing one.
import { useWatch } from "react-hook-form";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { FormFoot } from "../../records/form-foot";
import { RecordPicker } from "../../records/picker";
import { useRecordForm } from "../../records/record-form";
import { CLIENTS, type Client } from "../../sales/clients/queries";
import { AssigneeField, BranchField } from "../../staff/fields";
import { useHomeBranch } from "../../staff/queries";
import { priorityOptions, statusOptions } from "./labels";
import { changeWorkOrder, createWorkOrder, WORK_ORDERS, type WorkOrder, type WorkOrderEdit } from "./queries";
import { workOrderSchema, workOrderValues } from "./schema";

interface WorkOrderFormProps {
  /** The order to change; without one a new order is made. */
  order?: WorkOrder;
  /** Closes the dialog; a record that was just made comes along. */
  onDone: (made?: WorkOrder) => void;
  /** What Cancel does, where that is not closing the dialog. */
  onCancel?: () => void;
}

/** Whom the work is for, among the clients of the chosen branch. */
function ClientField() {
  const branchId: string = useWatch({ name: "branchId" });
  return (
    <RecordPicker<Client>
      name="clientId"
      label="Client"
      path={CLIENTS}
      within={{ branchId }}
      title={({ name, address }) => `${name}, ${address}`}
    />
  );
}

export function WorkOrderForm({ order, onDone, onCancel }: WorkOrderFormProps) {
  const home = useHomeBranch();
  const { props, ...versions } = useRecordForm({
    schema: workOrderSchema,
    path: WORK_ORDERS,
    record: order,
    values: (shown) => workOrderValues(shown, home),
    create: createWorkOrder,
    update: (base, changes, key) => changeWorkOrder(base, changes as WorkOrderEdit, key),
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
      <FormFoot action={order ? "Save Changes" : "Create Work Order"} {...versions} onCancel={onCancel} />
    </Form>
  );
}
