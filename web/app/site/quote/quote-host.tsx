// Stands once in the layout of the public site. The dialog's code arrives with its first opening and then stays.
import { lazy, Suspense, useState } from "react";
import { closeQuote, type Opening, useQuoteOpening } from "./open";

const QuoteDialog = lazy(() => import("./quote-dialog"));

export function QuoteHost() {
  const opening = useQuoteOpening();
  const [last, setLast] = useState<Opening | null>(null);
  if (opening && opening !== last) setLast(opening);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <QuoteDialog open={opening !== null} property={last.property} onClose={closeQuote} />
    </Suspense>
  );
}
