// A button that opens the quote dialog over the page it is on.
import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import type { Property } from "./draft";
import { openQuote } from "./open";
import { preloadQuote } from "./quote-host";

interface QuoteButtonProps extends ComponentProps<typeof Button> {
  /** What the page is about, where it is about one of the two. */
  property?: Property;
}

export function QuoteButton({ property, ...props }: QuoteButtonProps) {
  return <Button {...props} onPointerEnter={preloadQuote} onFocus={preloadQuote} onClick={() => openQuote(property)} />;
}
