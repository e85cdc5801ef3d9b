// The only <form> of the product. What it sends goes by the script, and an attempt that was refused shows its first fault: scrolled
// into view, in whatever part of the screen scrolls, with the focus in its field.
import { type ComponentProps, type SubmitEvent, useLayoutEffect, useRef, useState } from "react";

interface FormElementProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  /** Attempts to send; what it gives is waited for. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

export function FormElement({ onSubmit, ...props }: FormElementProps) {
  const place = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);

  // When the attempt has ended its faults are drawn. Where the code cannot be had, they still stand at their fields.
  useLayoutEffect(() => {
    const form = place.current;
    if (attempts > 0 && form)
      void import("./first-fault").then(
        (code) => code.showFirstFault(form),
        () => {},
      );
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
