// The forms of a work order and the rules of their fields: one is made with its kind, place and size, and changed without them.
import { useWatch } from "react-hook-form";
import { type InferOutput, object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { chosen, optional, required } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { AssigneeField, BranchField } from "../../staff/fields";
import { holidayOn } from "../../staff/holidays";
import { useBranches } from "../../staff/queries";
import type { Client } from "../clients/client";
import { ClientPicker } from "../clients/client-picker";
import { ForClient } from "../clients/for-client";
import { LeadPicker } from "../leads/lead-picker";
import { orderDetails } from "./details";
import { jobRules, jobValues, PlaceFields, SizeFields } from "./job-fields";
import { PromisedField } from "./promised";
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

interface WorkOrderFormProps extends RecordFormProps<WorkOrder> {
  /** What Cancel does, where that is not closing the dialog. */
  onCancel?: () => void;
}

const ClientField = (props: { clears?: string[] }) => (
  <ClientPicker branchId={useWatch({ name: "branchId" })} {...props} />
);

/** Says of a day on which the branch is closed; those who plan decide. */
function ClosedThatDay() {
  const [branchId, day] = useWatch({ name: ["branchId", "scheduledDate"] });
  const branch = useBranches().find(({ id }) => id === branchId);
  const holiday = branch && day && holidayOn(branch.holidays, day);
  if (!holiday) return null;
  return (
    <p role="status" className="rounded-card bg-warn-tint p-3 text-on-warn-tint sm:col-span-2">
      {branch.name} is closed that day: {holiday}.
    </p>
  );
}

/** How it stands, and who does it when. */
function PlanFields() {
  return (
    <>
      <AssigneeField kind="work_order" needs="canAssignJobs" />
      <TextField name="scheduledDate" label="Scheduled Date" type="date" optional />
      <ClosedThatDay />
      <SelectField name="status" label="Status" options={optionsOf(orderStatuses)} />
      <SelectField name="priority" label="Priority" options={optionsOf(orderPriorities)} />
    </>
  );
}

function Words() {
  return (
    <>
      <TextareaField name="description" label="Description" optional className="sm:col-span-2" />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
    </>
  );
}

const TitleField = () => <TextField name="title" label="Title" autoComplete="off" className="sm:col-span-2" />;

export function WorkOrderForm(props: WorkOrderFormProps) {
  return (
    <RecordForm {...props} kind={workOrders} schema={schema} values={values} noun="work order">
      <TitleField />
      <BranchField clears={["clientId"]} />
      <ClientField />
      <PlanFields />
      <Words />
    </RecordForm>
  );
}

const newSchema = object({ ...schema.entries, ...jobRules, promised: optional(), leadId: optional() });

const newValues = (client: Client | null, leadId: string) => (made: WorkOrder | null, homeBranchId: string) => ({
  ...values(made, client?.branchId ?? homeBranchId),
  ...jobValues(null),
  clientId: made?.clientId ?? client?.id ?? "",
  promised: "",
  leadId,
});

/** An order with what stands beside it. It is changed only where it was just made, with other words. */
const newOrders = {
  ...workOrders,
  update: async (order: WorkOrder, changes: Partial<InferOutput<typeof newSchema>>, key: string) => {
    const { kind, propertyId, feet, stories, hours, crewSize, promised, leadId, ...own } = changes;
    const saved = await workOrders.update(order, own, key);
    const details = await orderDetails.one(order.id);
    const beside = { kind, propertyId, feet, stories, hours, crewSize, promised, leadId };
    await orderDetails.update(details, beside, `${key}-job`);
    return saved;
  },
};

/** Of a job that is made from a lead's page. */
const LeadField = () => <LeadPicker branchId={useWatch({ name: "branchId" })} />;

/** Where, when and how large, of the chosen client. */
function JobFields() {
  const clientId: string = useWatch({ name: "clientId" });
  return (
    <>
      <PlaceFields clientId={clientId} />
      <PlanFields />
      <SizeFields clientId={clientId} />
    </>
  );
}

export function NewWorkOrderForm({ onDone }: Pick<WorkOrderFormProps, "onDone">) {
  return (
    <ForClient>
      {(client, leadId) => (
        <RecordForm
          kind={newOrders}
          schema={newSchema}
          values={newValues(client, leadId)}
          create={workOrders.create}
          noun="work order"
          within={leadId || client?.id}
          action="Create Work Order"
          onDone={onDone}
        >
          <TitleField />
          <BranchField clears={["clientId", "propertyId", "leadId"]} />
          <ClientField clears={["propertyId", "leadId"]} />
          {leadId && <LeadField />}
          <JobFields />
          <PromisedField />
          <Words />
        </RecordForm>
      )}
    </ForClient>
  );
}
