// When a post goes public by itself, by the clock of the user.

import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { Input } from "~/ui/input";

interface ScheduleDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Whether it was taken. */
  onChoose: (at: string) => Promise<boolean>;
}

export function ScheduleDialog({ open, title, onClose, onChoose }: ScheduleDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={`Schedule ${title}`}>
      <Time onClose={onClose} onChoose={onChoose} />
    </Dialog>
  );
}

function Time({ onClose, onChoose }: Pick<ScheduleDialogProps, "onClose" | "onChoose">) {
  const id = useId();
  const [time, setTime] = useState("");
  async function choose(_event: unknown, since: () => boolean) {
    if ((await onChoose(new Date(time).toISOString())) && !since()) onClose();
  }
  return (
    <FormElement className="grid gap-4" onSubmit={choose}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold text-small">
          Publish on
        </label>
        <Input
          id={id}
          type="datetime-local"
          required
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          aria-describedby={`${id}-whose`}
        />
        <p id={`${id}-whose`} className="text-muted text-small">
          Uses this device's time zone.
        </p>
      </div>
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <SubmitButton>Schedule</SubmitButton>
      </div>
    </FormElement>
  );
}
