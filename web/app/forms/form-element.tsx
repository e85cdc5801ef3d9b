// The only <form> of the product. What it sends goes by the script, and an attempt that was refused shows its first fault: scrolled
// into view, in whatever part of the screen scrolls, with the focus in its field.
import { type ComponentProps, type SubmitEvent, useLayoutEffect, useRef, useState } from "react";

const FIELD = "input:not([type=hidden]), select, textarea, button";

/** The first field that is at fault; where none is, what the form says of the attempt. */
function showFirstFault(form: HTMLFormElement) {
  const fault = form.querySelector("[data-fault], [aria-invalid=true]");
  const shown = fault ?? form.querySelector("[role=alert]:not(:empty)");
  const group = fault?.closest("[data-slot=field], fieldset");
  const field = fault?.matches(FIELD) ? fault : group?.querySelector(FIELD);
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  // Not left to the focus: a field that has it already would stay where it is, out of sight.
  for (const part of [group, shown]) part?.scrollIntoView({ block: "nearest" });
}

interface FormElementProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  /** Attempts to send; what it gives is waited for. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

export function FormElement({ onSubmit, ...props }: FormElementProps) {
  const place = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);

  // When the attempt has ended its faults are drawn.
  useLayoutEffect(() => {
    if (attempts > 0 && place.current) showFirstFault(place.current);
  }, [attempts]);

  async function attempt(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React forwards events of a dialog through the tree it stands in: only this form's own are meant.
    event.stopPropagation();
    await onSubmit(event);
    setAttempts((before) => before + 1);
  }
  return <form method="post" {...props} ref={place} onSubmit={attempt} />;
}
