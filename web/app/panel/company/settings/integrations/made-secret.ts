// A secret that a form has made is shown before the dialog closes, whatever way out is taken.
import { useState } from "react";

/** `show` shows what was made in place of its form; where nothing was made it closes the dialog. */
export function useMadeSecret<Made>(onOpenChange: (open: boolean) => void) {
  const [made, setMade] = useState<Made | null>(null);
  const [shown, setShown] = useState(false);
  function close() {
    onOpenChange(false);
    setMade(null);
    setShown(false);
  }
  const show = () => (made === null ? close() : setShown(true));
  return { made, setMade, shown, show, close };
}
