// The form of a ticket, for making one and for changing one, and the rules of its fields.
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { type InferOutput, object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { chosen, optional, required } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { AssigneeField, BranchField } from "../../staff/fields";
import { useUser } from "../../user/user";
import type { Client } from "../clients/client";
import { ClientPicker } from "../clients/client-picker";
import { ForClient } from "../clients/for-client";
import { type Ticket, ticketCategories, ticketPriorities, ticketStatuses, tickets } from "./ticket";
import { ticketDetails } from "./ticket-details";
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

interface FieldsProps {
  /** Fields whose choice belongs to the branch. */
  clears?: string[];
  /** Below what the ticket says. */
  children?: ReactNode;
}

function Fields({ clears = [], children }: FieldsProps) {
  const user = useUser();
  return (
    <>
      <TextField name="subject" label="Subject" autoComplete="off" className="sm:col-span-2" />
      <TextareaField name="description" label="Description" className="sm:col-span-2" />
      {children}
      <SelectField name="category" label="Category" options={optionsOf(ticketCategories)} />
      <SelectField name="priority" label="Priority" options={optionsOf(ticketPriorities)} />
      <SelectField name="status" label="Status" options={optionsOf(ticketStatuses)} />
      <AssigneeField kind="ticket" />
      <BranchField none={user.scope === "global" ? "Whole company" : undefined} clears={clears} />
    </>
  );
}

const newSchema = object({ ...schema.entries, clientId: optional() });

const newValues = (client: Client | null) => (made: Ticket | null, homeBranchId: string) => ({
  ...values(made, client?.branchId ?? homeBranchId),
  clientId: client?.id ?? "",
});

/** A ticket with its client, which stands beside it. It is changed only where it was just made, with other words. */
const newTickets = {
  ...tickets,
  update: async (ticket: Ticket, changes: Partial<InferOutput<typeof newSchema>>, key: string) => {
    const { clientId, ...own } = changes;
    const saved = await tickets.update(ticket, own, key);
    await ticketDetails.update(await ticketDetails.one(ticket.id), { clientId }, `${key}-client`);
    return saved;
  },
};

function WhoseTicket() {
  return <ClientPicker branchId={useWatch({ name: "branchId" })} optional />;
}

function NewTicketForm({ onDone }: RecordFormProps<Ticket>) {
  const user = useUser();
  return (
    <ForClient>
      {(client) => (
        <RecordForm
          kind={newTickets}
          schema={newSchema}
          values={newValues(client)}
          create={(fields, key) => tickets.create({ ...fields, createdBy: user.id }, key)}
          noun="support ticket"
          within={client?.id}
          action="Create Ticket"
          onDone={onDone}
        >
          <Fields clears={["clientId"]}>
            <WhoseTicket />
          </Fields>
        </RecordForm>
      )}
    </ForClient>
  );
}

export function TicketForm(props: RecordFormProps<Ticket>) {
  if (!props.record) return <NewTicketForm {...props} />;
  return (
    <>
      <TicketThread ticket={props.record} />
      <RecordForm {...props} kind={tickets} schema={schema} values={values} noun="support ticket">
        <Fields />
      </RecordForm>
    </>
  );
}
