// The form of a lead, for making one and for changing one.
import { EmailField, PhoneField, SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { FormFoot } from "../../records/form-foot";
import { type RecordFormProps, useRecordForm } from "../../records/record-form";
import { AssigneeField, BranchField } from "../../staff/fields";
import { useHomeBranch } from "../../staff/queries";
import { statusOptions } from "./labels";
import { type Lead, leads } from "./queries";
import { leadSchema, leadValues } from "./schema";

export function LeadForm({ record, onDone }: RecordFormProps<Lead>) {
  const home = useHomeBranch();
  const { props, ...versions } = useRecordForm({
    schema: leadSchema,
    kind: leads,
    record,
    values: (shown) => leadValues(shown, home),
    create: leads.create,
    noun: "lead",
    onDone,
  });
  return (
    <Form {...props} className="sm:grid-cols-2">
      <TextField name="name" label="Name" autoComplete="off" />
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
      <TextField name="address" label="Address" autoComplete="off" optional />
      <SelectField name="status" label="Status" options={statusOptions} />
      <TextField name="source" label="Source" hint="How they found us, such as Referral" optional />
      <TextField name="estimatedValue" label="Estimated Value" inputMode="numeric" hint="Whole dollars" optional />
      <AssigneeField kind="lead" />
      <BranchField />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
      <FormFoot action={record ? "Save Changes" : "Create Lead"} {...versions} />
    </Form>
  );
}
