// Stands once in the layout of the public site. The dialog's code is loaded with its first opening and then stays.
import { useState } from "react";
import { preloadDialog, Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { closeQuote, type Opening, useQuoteOpening } from "./open";

const QuoteDialog = lazyOnDemand(() => import("./quote-dialog"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: closeQuote,
});

/** Loads the code while the visitor is still reaching for the button; a failure is told on opening. */
export function preloadQuote() {
  Promise.all([QuoteDialog.preload(), preloadDialog()]).catch(() => undefined);
}

export function QuoteHost() {
  const opening = useQuoteOpening();
  const [last, setLast] = useState<Opening | null>(null);
  if (opening && opening !== last) setLast(opening);
  if (!last) return null;
  return <QuoteDialog open={opening !== null} property={last.property} onClose={closeQuote} />;
}
