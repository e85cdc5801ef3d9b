// Stands once in the layout of the public site. The dialog's code arrives with its first opening and then stays.
import { useState } from "react";
import { arriving } from "~/ui/arriving";
import { fetchDialog, Scrim } from "~/ui/dialog";
import { closeQuote, type Opening, useQuoteOpening } from "./open";

const QuoteDialog = arriving(() => import("./quote-dialog"), {
  instead: ({ open }) => open && <Scrim />,
  wanted: ({ open }) => open,
  giveUp: closeQuote,
});

/** Brings the code while the visitor is still reaching for the button; a failure is told on opening. */
export function fetchQuote() {
  Promise.all([QuoteDialog.fetch(), fetchDialog()]).catch(() => undefined);
}

export function QuoteHost() {
  const opening = useQuoteOpening();
  const [last, setLast] = useState<Opening | null>(null);
  if (opening && opening !== last) setLast(opening);
  if (!last) return null;
  return <QuoteDialog open={opening !== null} property={last.property} onClose={closeQuote} />;
}
