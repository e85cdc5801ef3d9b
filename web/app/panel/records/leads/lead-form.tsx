// The form of a lead, for making one and for changing one, and the rules of its fields.
import { useId } from "react";
import { check, object, pipe, string, transform } from "valibot";
import type { Schemas } from "~/api/client";
import { EmailField, PhoneField, SelectField, TextareaField, TextField } from "~/forms/fields";
import { chosen, emailAddress, optional, required } from "~/forms/rules";
import { readDollars } from "~/lib/money";
import { optionsOf } from "~/ui/look-badge";
import { isOffered, leadSources, useChoices } from "../../any-record/choices";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { Recognized } from "../../merging/recognized";
import { AssigneeField, BranchField } from "../../staff/fields";
import { chosenBranch } from "../../staff/rules";
import { type Lead, leadStatuses, leads } from "./lead";
import { useOffer } from "./offer";

const dollarAmount = pipe(
  string(),
  transform(readDollars),
  check((amount) => !Number.isNaN(amount), "Enter a whole amount in dollars, such as 4500"),
);

const schema = object({
  branchId: chosenBranch(),
  name: required(),
  email: emailAddress({ missing: "Required" }),
  phone: optional(),
  address: optional(),
  status: chosen<Schemas["LeadStatus"]>(),
  source: optional(),
  estimatedValue: dollarAmount,
  assignedTo: optional(),
  notes: optional(),
});

const values = (lead: Lead | null, homeBranchId: string) => ({
  branchId: lead?.branchId ?? homeBranchId,
  name: lead?.name ?? "",
  email: lead?.email ?? "",
  phone: lead?.phone ?? "",
  address: lead?.address ?? "",
  status: lead?.status ?? "new",
  source: lead?.source ?? "",
  estimatedValue: lead?.estimatedValue?.toString() ?? "",
  assignedTo: lead?.assignedTo ?? "",
  notes: lead?.notes ?? "",
});

/** Offers the organization's sources, and takes any other. */
function SourceField() {
  const id = useId();
  const { data = [] } = useChoices(leadSources);
  return (
    <>
      <TextField name="source" label="Source" hint="How they found us, such as Referral" list={id} optional />
      <datalist id={id}>
        {data.filter(isOffered).map(({ words }) => (
          <option key={words} value={words} />
        ))}
      </datalist>
    </>
  );
}

export function LeadForm(props: RecordFormProps<Lead>) {
  const offer = useOffer();
  return (
    <RecordForm
      {...props}
      kind={leads}
      schema={schema}
      values={values}
      create={leads.create}
      onSaved={(saved) => saved.status !== props.record?.status && offer(saved)}
      noun="lead"
      action="Create Lead"
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
      <TextField name="address" label="Address" autoComplete="off" optional />
      <Recognized id={props.record?.id} />
      <SelectField name="status" label="Status" options={optionsOf(leadStatuses)} />
      <SourceField />
      <TextField
        name="estimatedValue"
        label="Estimated Value"
        inputMode="numeric"
        hint="Whole dollars, as you would quote it"
        optional
      />
      <AssigneeField kind="lead" />
      <BranchField />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
    </RecordForm>
  );
}
