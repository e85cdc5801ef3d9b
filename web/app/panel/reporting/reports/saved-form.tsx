// Names a report that is kept, and says for whom: one that is shown, or one that was saved before.
import { useRef } from "react";
import { boolean, maxLength, object, pipe } from "valibot";
import { TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../../any-record/kept-fields";
import { useWrite } from "../../any-record/write";
import { spanTold } from "./period";
import { type Present, type Saved, saved } from "./report";

const LONGEST = 100;

const schema = object({
  name: pipe(required(), maxLength(LONGEST, `At most ${LONGEST} characters`)),
  shared: boolean(),
});

interface SavedFormProps {
  /** The one that was saved before; null where what is shown is kept as one more. */
  report: Saved | null;
  present: Present | null;
  onDone: () => void;
}

/** Says that a report has another name, and takes that back. */
function useRenamed() {
  const back = useWrite({
    send: ({ was, now }: { was: Saved; now: Saved }, key) =>
      saved.update(now, { name: was.name, shared: was.shared }, key),
    done: ({ name }) => `${name} is as before`,
    failed: "The report could not be changed back.",
  });
  return (was: Saved, now: Saved) => {
    const undo = { label: "Undo", act: () => void back.write({ was, now }) };
    notify("Success", was.name === now.name ? "The report is changed" : `Renamed to ${now.name}`, undo);
  };
}

export function SavedForm({ report, present, onDone }: SavedFormProps) {
  const last = useRef<Saved>(null);
  const { form } = useKeptFields(`report ${report?.id}`, {
    schema,
    defaults: { name: report?.name ?? "", shared: report?.shared ?? false },
  });
  const tellRenamed = useRenamed();
  const period = (report ?? present)?.period;
  return (
    <Form
      form={form}
      guarded
      send={async (given, key) => {
        const was = last.current ?? report;
        if (was) {
          last.current = await saved.update(was, given, key);
          tellRenamed(was, last.current);
        } else if (present) {
          last.current = await saved.create({ ...present, ...given }, key);
          notify("Success", `Saved as ${last.current.name}`);
        }
      }}
      since={SINCE}
      onSent={onDone}
    >
      <TextField
        name="name"
        label="Name"
        hint={`It is always about ${period && spanTold(period)}.`}
        maxLength={LONGEST}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 shrink-0 accent-(--color-primary)" {...form.register("shared")} />
        Everybody of my branch who sees reports may open it
      </label>
      <FormFault />
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <SubmitButton sending="Saving...">Save Report</SubmitButton>
      </div>
    </Form>
  );
}
