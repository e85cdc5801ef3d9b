// The form of a ticket, for making one and for changing one, and the rules of its fields.
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { chosen, optional, required } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { RecordForm, type RecordFormProps } from "../../records/record-form";
import { useUser } from "../../shell/user";
import { AssigneeField, BranchField } from "../../staff/fields";
import { type Ticket, ticketCategories, ticketPriorities, ticketStatuses, tickets } from "./ticket";
import { TicketThread } from "./ticket-thread";

const schema = object({
  branchId: optional(),
  subject: required(),
  description: required(),
  category: chosen<Schemas["TicketCategory"]>(),
  priority: chosen<Schemas["TicketPriority"]>(),
  status: chosen<Schemas["TicketStatus"]>(),
  assignedTo: optional(),
});

const values = (ticket: Ticket | null, homeBranchId: string) => ({
  branchId: ticket ? (ticket.branchId ?? "") : homeBranchId,
  subject: ticket?.subject ?? "",
  description: ticket?.description ?? "",
  category: ticket?.category ?? "general",
  priority: ticket?.priority ?? "medium",
  status: ticket?.status ?? "open",
  assignedTo: ticket?.assignedTo ?? "",
});

export function TicketForm(props: RecordFormProps<Ticket>) {
  const user = useUser();
  return (
    <>
      {props.record && <TicketThread ticket={props.record} />}
      <RecordForm
        {...props}
        kind={tickets}
        schema={schema}
        values={values}
        create={(fields, key) => tickets.create({ ...fields, createdBy: user.id }, key)}
        noun="support ticket"
        action="Create Ticket"
      >
        <TextField name="subject" label="Subject" autoComplete="off" className="sm:col-span-2" />
        <TextareaField name="description" label="Description" className="sm:col-span-2" />
        <SelectField name="category" label="Category" options={optionsOf(ticketCategories)} />
        <SelectField name="priority" label="Priority" options={optionsOf(ticketPriorities)} />
        <SelectField name="status" label="Status" options={optionsOf(ticketStatuses)} />
        <AssigneeField kind="ticket" />
        <BranchField none={user.scope === "global" ? "Whole company" : undefined} />
      </RecordForm>
    </>
  );
}
