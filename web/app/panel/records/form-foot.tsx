// The foot of a record's form: what needs a decision, and the two buttons. While there is a choice between two versions it takes
// the place of saving.
import { FormFault } from "~/forms/form";
import { keepFocus, SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { ConflictNotice } from "./conflict";
import type { RecordForm } from "./record-form";

interface FormFootProps extends Pick<RecordForm, "conflict" | "choose" | "settled"> {
  /** What the button reads. */
  action: string;
  /** What Cancel does instead of closing the dialog. */
  onCancel?: (() => void) | undefined;
}

export function FormFoot({ action, conflict, choose, settled, onCancel }: FormFootProps) {
  return (
    <div className="grid gap-4 sm:col-span-2">
      <FormFault noticed="why" />
      <ConflictNotice conflict={conflict} choose={choose} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose instead={onCancel}>
          <Button variant="outline" onMouseDown={keepFocus}>
            Cancel
          </Button>
        </DialogClose>
        {!conflict && (
          <SubmitButton sending="Saving..." autoFocus={settled}>
            {action}
          </SubmitButton>
        )}
      </div>
    </div>
  );
}
