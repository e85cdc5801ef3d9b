// The first step of a bulk change: what a field is to be set to.

import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { type Option, Select } from "~/ui/input";
import { type BulkRow, counted } from "./bulk-kind";
import { type Meant, NOBODY } from "./choices";
import type { BulkChange } from "./run";

interface ChooseStepProps<Row extends BulkRow> extends Meant<Row> {
  label: string;
  options: readonly Option[];
  onChosen: (change: BulkChange) => void;
}

export function ChooseStep<Row extends BulkRow>(props: ChooseStepProps<Row>) {
  const { kind, field, label, number, seen, options, onChosen } = props;
  const id = useId();
  const [value, setValue] = useState("");
  const [takes, setTakes] = useState(false);
  const mayTake = field === "branchId" && kind.assigned !== undefined;
  function submit() {
    onChosen({ [field]: value === NOBODY ? null : value, ...(mayTake && takes && { assignedTo: null }) });
  }
  return (
    <FormElement className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold text-small">
          {field === "assignedTo" ? "Assign to" : label}
        </label>
        <Select
          id={id}
          required
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          options={[{ value: "", label: "Choose..." }, ...options]}
        />
      </div>
      {mayTake && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-(--color-primary)"
            checked={takes}
            onChange={(event) => setTakes(event.currentTarget.checked)}
          />
          Take them from those who have them now
        </label>
      )}
      <p className="text-muted text-small">
        Nothing is changed yet: you see first what would change of {counted(number, kind.nouns)}
        {number > seen.length && ", those that are not loaded too"}.
      </p>
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <SubmitButton>Preview</SubmitButton>
      </div>
    </FormElement>
  );
}
