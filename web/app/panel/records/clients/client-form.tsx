// The form of a client, for making one and for changing one, and the rules of its fields.
import { useWatch } from "react-hook-form";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { EmailField, PhoneField, SelectField, TextField } from "~/forms/fields";
import { chosen, emailAddress, optional, required } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { Recognized } from "../../merging/recognized";
import { BranchField } from "../../staff/fields";
import { chosenBranch } from "../../staff/rules";
import { LeadPicker } from "../leads/lead-picker";
import { type Client, clientStatuses, clients } from "./client";

const schema = object({
  branchId: chosenBranch(),
  leadId: optional(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: required(),
  status: chosen<Schemas["ClientStatus"]>(),
});

const values = (client: Client | null, homeBranchId: string) => ({
  branchId: client?.branchId ?? homeBranchId,
  leadId: client?.leadId ?? "",
  name: client?.name ?? "",
  email: client?.email ?? "",
  phone: client?.phone ?? "",
  address: client?.address ?? "",
  status: client?.status ?? "active",
});

/** The lead that this client was, among those of the chosen branch. */
const LeadField = () => <LeadPicker branchId={useWatch({ name: "branchId" })} hint="The lead this client came from" />;

export function ClientForm(props: RecordFormProps<Client>) {
  return (
    <RecordForm
      {...props}
      kind={clients}
      schema={schema}
      values={values}
      create={clients.create}
      noun="client"
      action="Create Client"
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
      <TextField name="address" label="Address" autoComplete="off" />
      <Recognized id={props.record?.id} />
      <SelectField name="status" label="Status" options={optionsOf(clientStatuses)} />
      <BranchField clears={["leadId"]} />
      <LeadField />
    </RecordForm>
  );
}
