// The form of what stands beside a work order: what kind of job it is, which building, and what it comes from.
import { object } from "valibot";
import { optional } from "~/forms/rules";
import { RecordPicker } from "../../any-record/picker";
import { RecordForm } from "../../any-record/record-form";
import { mayRead } from "../../list/linked-record";
import { useUser } from "../../user/user";
import { LeadPicker } from "../leads/lead-picker";
import { tickets } from "../tickets/ticket";
import { type OrderDetails, orderDetails } from "./details";
import { jobRules, jobValues, PlaceFields, SizeFields } from "./job-fields";
import { type WorkOrder, workOrders } from "./work-order";

const schema = object({ ...jobRules, leadId: optional(), ticketId: optional(), earlierId: optional() });

const values = (details: OrderDetails | null) => ({
  ...jobValues(details),
  leadId: details?.leadId ?? "",
  ticketId: details?.ticketId ?? "",
  earlierId: details?.earlierId ?? "",
});

interface DetailsFormProps {
  order: WorkOrder;
  details: OrderDetails;
  onDone: () => void;
}

export function DetailsForm({ order, details, onDone }: DetailsFormProps) {
  const user = useUser();
  const { branchId, clientId } = order;
  return (
    <RecordForm
      kind={orderDetails}
      record={details}
      schema={schema}
      values={values}
      noun="job details"
      done="Job details updated successfully"
      takesBack
      onDone={onDone}
      onCancel={onDone}
    >
      <PlaceFields clientId={clientId} />
      <SizeFields clientId={clientId} />
      <RecordPicker
        name="earlierId"
        label="Earlier Job"
        hint="The job that this one comes back to"
        optional
        kind={workOrders}
        within={{ clientId }}
        title={({ title }) => title}
      />
      {mayRead(user, "ticket") && (
        <RecordPicker
          name="ticketId"
          label="Ticket"
          optional
          kind={tickets}
          within={{ branchId }}
          title={({ subject }) => subject}
        />
      )}
      {mayRead(user, "lead") && <LeadPicker branchId={branchId} />}
    </RecordForm>
  );
}
