// The form of a ticket, for making one and for changing one.
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { FormFoot } from "../../records/form-foot";
import { type RecordFormProps, useRecordForm } from "../../records/record-form";
import { useUser } from "../../shell/user";
import { AssigneeField, BranchField } from "../../staff/fields";
import { useHomeBranch } from "../../staff/queries";
import { categoryOptions, priorityOptions, statusOptions } from "./labels";
import { type Ticket, tickets } from "./queries";
import { ticketSchema, ticketValues } from "./schema";

export function TicketForm({ record, onDone }: RecordFormProps<Ticket>) {
  const home = useHomeBranch();
  const user = useUser();
  const { props, ...versions } = useRecordForm({
    schema: ticketSchema,
    kind: tickets,
    record,
    values: (shown) => ticketValues(shown, home),
    create: (fields, key) => tickets.create({ ...fields, createdBy: user.id }, key),
    noun: "support ticket",
    onDone,
  });
  return (
    <Form {...props} className="sm:grid-cols-2">
      <TextField name="subject" label="Subject" autoComplete="off" className="sm:col-span-2" />
      <TextareaField name="description" label="Description" className="sm:col-span-2" />
      <SelectField name="category" label="Category" options={categoryOptions} />
      <SelectField name="priority" label="Priority" options={priorityOptions} />
      <SelectField name="status" label="Status" options={statusOptions} />
      <AssigneeField kind="ticket" />
      <BranchField none={user.scope === "global" ? "Whole company" : undefined} />
      <FormFoot action={record ? "Save Changes" : "Create Ticket"} {...versions} />
    </Form>
  );
}
