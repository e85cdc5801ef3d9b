// The form of a client, for making one and for changing one.
import { useWatch } from "react-hook-form";
import { EmailField, PhoneField, SelectField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { FormFoot } from "../../records/form-foot";
import { RecordPicker } from "../../records/picker";
import { type RecordFormProps, useRecordForm } from "../../records/record-form";
import { BranchField } from "../../staff/fields";
import { useHomeBranch } from "../../staff/queries";
import { leads } from "../leads/queries";
import { statusOptions } from "./labels";
import { type Client, clients } from "./queries";
import { clientSchema, clientValues } from "./schema";

/** The lead that this client was, among those of the chosen branch. */
function LeadField() {
  const branchId: string = useWatch({ name: "branchId" });
  return (
    <RecordPicker
      name="leadId"
      label="Lead"
      hint="The lead this client came from"
      optional
      kind={leads}
      within={{ branchId }}
      title={({ name, email }) => `${name} (${email})`}
    />
  );
}

export function ClientForm({ record, onDone }: RecordFormProps<Client>) {
  const home = useHomeBranch();
  const { props, ...versions } = useRecordForm({
    schema: clientSchema,
    kind: clients,
    record,
    values: (shown) => clientValues(shown, home),
    create: clients.create,
    noun: "client",
    onDone,
  });
  return (
    <Form {...props} className="sm:grid-cols-2">
      <TextField name="name" label="Name" autoComplete="off" />
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
      <TextField name="address" label="Address" autoComplete="off" />
      <SelectField name="status" label="Status" options={statusOptions} />
      <BranchField clears={["leadId"]} />
      <LeadField />
      <FormFoot action={record ? "Save Changes" : "Create Client"} {...versions} />
    </Form>
  );
}
