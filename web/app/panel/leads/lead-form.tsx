// The form of a lead, for making one and for changing one.
import { useState } from "react";
import { sentenceOf } from "~/api/error";
import { EmailField, PhoneField, SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog";
import { notify, notifyError } from "~/ui/toast";
import { Conflict, isConflict } from "../list/conflict";
import { AssigneeField, BranchField } from "../people/fields";
import { useHomeBranch } from "../people/queries";
import { statusOptions } from "./labels";
import { createLead, type Lead, updateLead } from "./queries";
import { leadSchema, leadValues } from "./schema";

interface LeadFormProps {
  /** The lead to change; without one a new lead is made. */
  lead?: Lead;
  /** Reads the lead again, after somebody else changed it. */
  reload?: () => Promise<Lead | undefined>;
  onDone: () => void;
}

export function LeadForm({ lead, reload, onDone }: LeadFormProps) {
  const home = useHomeBranch();
  const form = useFields({ schema: leadSchema, defaults: leadValues(lead ?? null, home) });
  const [conflict, setConflict] = useState(false);
  const [done, failed] = lead
    ? ["Lead updated successfully", "Failed to update lead"]
    : ["Lead created successfully", "Failed to create lead"];

  async function catchUp() {
    const fresh = await reload?.();
    if (!fresh) return;
    form.reset(leadValues(fresh, home), { keepDirtyValues: true });
    setConflict(false);
  }

  return (
    <Form
      form={form}
      guarded
      draft={lead ? `lead ${lead.id}` : "new lead"}
      className="sm:grid-cols-2"
      send={(values) => (lead ? updateLead(lead, values) : createLead(values))}
      onSent={() => {
        notify("Success", done);
        onDone();
      }}
      onFailed={(error) => {
        setConflict(isConflict(error));
        notifyError("Error", sentenceOf(error, failed));
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
      <TextField name="address" label="Address" autoComplete="off" optional />
      <SelectField name="status" label="Status" options={statusOptions} />
      <TextField name="source" label="Source" hint="How they found us, such as Referral" optional />
      <TextField name="estimatedValue" label="Estimated Value" inputMode="numeric" hint="Whole dollars" optional />
      <AssigneeField />
      <BranchField />
      <TextareaField name="notes" label="Notes" optional className="sm:col-span-2" />
      <div className="grid gap-4 sm:col-span-2">
        <FormFault />
        {conflict && <Conflict onReload={catchUp} />}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <SubmitButton sending="Saving...">{lead ? "Save Changes" : "Create Lead"}</SubmitButton>
        </div>
      </div>
    </Form>
  );
}
