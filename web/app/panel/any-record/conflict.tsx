// Somebody else saved the record while it was being edited: what both changed, side by side, and the choice between them.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormFault } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import type { Conflict, Side } from "./edit";
import type { Choice } from "./merge";
import { fieldName, fieldNames, Shown } from "./shown";

interface ConflictProps {
  conflict: Conflict | null;
  choose: (field: string, side: Side) => void;
}

const GONE =
  "This record was removed, or moved out of your reach, while you were editing. It can no longer be saved. Copy what you want to keep.";

/** What needs the person's decision before anything is saved; takes the focus when it appears. */
export function ConflictAlert({ conflict, choose }: ConflictProps) {
  if (!conflict) return null;
  if (conflict.gone) {
    return (
      <p role="alert" data-gone className="rounded-control bg-warn-tint p-3 text-on-warn-tint">
        {GONE}
      </p>
    );
  }
  return <Versions choices={conflict.choices} taken={conflict.taken} choose={choose} />;
}

interface VersionsProps {
  choices: Choice[];
  taken: string[];
  choose: ConflictProps["choose"];
}

function Versions({ choices, taken, choose }: VersionsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Two versions of this record"
      className="grid gap-4 rounded-control bg-warn-tint p-3 text-on-warn-tint"
    >
      <p>
        Someone else saved this record while you were editing. Choose what to keep.
        {taken.length > 0 && ` What only they changed is already here: ${fieldNames(taken)}.`}
      </p>
      {choices.map((choice) => (
        <Versus key={choice.field} {...choice} onChoose={(side) => choose(choice.field, side)} />
      ))}
    </section>
  );
}

function Versus({ field, mine, theirs, both, onChoose }: Choice & { onChoose: (side: Side) => void }) {
  const name = fieldName(field);
  const sides = [
    { side: "mine", title: "Yours", act: "Keep Mine", value: mine },
    { side: "theirs", title: "Saved now", act: "Take Theirs", value: theirs },
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{name}</legend>
      <div className="grid grid-cols-2 gap-3">
        {sides.map(({ side, title, act, value }) => (
          <div key={side} className="grid content-between justify-items-start gap-2">
            <div className="min-w-0 max-w-full">
              <p className="text-tiny">{title}</p>
              <p className="max-h-48 overflow-y-auto whitespace-pre-line break-words">
                <Shown field={field} value={value} />
              </p>
            </div>
            <Button variant="outline" size="small" aria-label={`${act}: ${name}`} onClick={() => onChoose(side)}>
              {act}
            </Button>
          </div>
        ))}
      </div>
      {both !== undefined && (
        <Button variant="outline" size="small" className="justify-self-start" onClick={() => onChoose("both")}>
          Keep Both
        </Button>
      )}
    </fieldset>
  );
}

interface FormEndProps extends ConflictProps {
  onCancel: () => void;
  /** What its button reads. */
  children: ReactNode;
}

/** How a small form ends that changes a record which is there: what failed, the choice between two versions, and its buttons. While there is a choice
 * it takes the place of saving. */
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
