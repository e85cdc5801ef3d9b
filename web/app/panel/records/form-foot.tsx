// The foot of a record's form: what went wrong, a way out of a conflict, and the two buttons.
import { FormFault } from "~/forms/form";
import { keepFocus, SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { Conflict } from "./conflict";
import type { Difference } from "./record-form";

interface FormFootProps {
  /** What the button reads. */
  action: string;
  differences: Difference[];
  keepMine: () => void;
  takeTheirs: () => void;
}

export function FormFoot({ action, differences, keepMine, takeTheirs }: FormFootProps) {
  return (
    <div className="grid gap-4 sm:col-span-2">
      <FormFault />
      <Conflict differences={differences} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose>
          <Button variant="outline" onMouseDown={keepFocus}>
            Cancel
          </Button>
        </DialogClose>
        <SubmitButton sending="Saving...">{action}</SubmitButton>
      </div>
    </div>
  );
}
