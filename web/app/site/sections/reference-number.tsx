// The number of what a visitor sent, and a button that copies it.
import { useRef, useState } from "react";
import { Button } from "~/ui/button";
import { reference as words } from "../content/sending";

export function ReferenceNumber({ number }: { number: string }) {
  const shown = useRef<HTMLElement>(null);
  const [said, setSaid] = useState<string>(words.copy);
  async function copy() {
    try {
      await navigator.clipboard.writeText(number);
      setSaid(words.copied);
    } catch {
      // Not every browser lets a page write there: what is selected can be copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(words.selected);
    }
  }
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <strong ref={shown} className="tabular-nums tracking-wide">
        {number}
      </strong>
      <Button variant="quiet" size="small" className="min-w-22 text-link" onClick={copy}>
        <span aria-live="polite">{said}</span>
        <span className="sr-only"> {words.of(number)}</span>
      </Button>
    </span>
  );
}
