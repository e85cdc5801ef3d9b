// A form whose button always answers: pressed too early, it says at each question what is missing.
import { useState } from "react";

export function useUnready(isUnready: boolean) {
  const [early, setEarly] = useState(false);
  return {
    /** The fault, once somebody pressed too early. */
    told: <Fault>(fault: Fault | null) => (early ? fault : null),
    submits: (act: () => void) => () => (isUnready ? setEarly(true) : act()),
  };
}
