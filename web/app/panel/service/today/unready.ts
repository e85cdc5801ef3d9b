// A form whose button always answers: pressed too early, it says at each question what is missing, and leads to the first.
import { type SubmitEvent, useEffect, useRef, useState } from "react";

export function useUnready(isUnready: boolean) {
  const form = useRef<HTMLFormElement>(null);
  /** How often somebody pressed too early. */
  const [early, setEarly] = useState(0);
  useEffect(() => {
    if (early) form.current?.querySelector("[data-fault]")?.parentElement?.querySelector("input")?.focus();
  }, [early]);
  return {
    form,
    /** The fault, once somebody pressed too early. */
    told: (fault: string | null) => (early > 0 ? fault : null),
    submits: (act: () => void) => (event: SubmitEvent) => {
      event.preventDefault();
      if (isUnready) setEarly(early + 1);
      else act();
    },
  };
}
