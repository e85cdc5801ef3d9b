// How a small form ends that changes a record which is there: what failed, the choice between two versions, and its buttons. While there is a
// choice it takes the place of saving.
import { type ReactNode, useState } from "react";
import { FormFault } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { ConflictAlert } from "./conflict";
import type { useEdit } from "./edit";

interface FormEndProps extends Pick<ReturnType<typeof useEdit>, "conflict" | "choose"> {
  onCancel: () => void;
  /** What its button reads. */
  children: ReactNode;
}

export function FormEnd({ conflict, choose, onCancel, children }: FormEndProps) {
  const [decided, setDecided] = useState(false);
  return (
    <div className="grid gap-3 sm:col-span-2">
      <FormFault />
      <ConflictAlert
        conflict={conflict}
        choose={(field, side) => {
          setDecided(true); // saving is the next step
          choose(field, side);
        }}
      />
      <div className="flex flex-wrap gap-3">
        {!conflict && (
          <SubmitButton sending="Saving..." autoFocus={decided}>
            {children}
          </SubmitButton>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
