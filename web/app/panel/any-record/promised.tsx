// What a client was promised, asked of the person who promised it, for the crew.
import { useId } from "react";
import { Field } from "~/forms/fields";
import { Textarea } from "~/ui/input";
import { PROMISED } from "./promised-words";

interface PromisedProps {
  words: string;
  /** Whether writing begins here. */
  focus?: boolean;
  type: (words: string) => void;
}

export function Promised({ words, focus = true, type }: PromisedProps) {
  const id = useId();
  return (
    <Field id={id} {...PROMISED} optional>
      <Textarea
        id={id}
        rows={3}
        maxLength={10_000}
        aria-describedby={`${id}-hint`}
        autoFocus={focus}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Field>
  );
}
