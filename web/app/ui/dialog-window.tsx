// The window of a dialog: named by its heading, Escape closes it, the focus stays inside and goes back to what opened it.
// While something typed is not saved, closing asks first.
import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import { type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Boundary } from "./boundary";
import { Button } from "./button";
import { classes } from "./classes";
import { CloseDialog, DialogParts, type Parts as InnerParts } from "./dialog-close";
import DiscardQuestion from "./discard-question";
import { focusFirst, nextStop } from "./next-stop";
import { discard, Unsaved } from "./unsaved";

// In this module's file: one of its own would be one more for a phone to keep.
export { DiscardQuestion };

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** In the middle, medium or large; or a sheet: on the right for a record beside its list, on the left for navigation, or nearly as wide as the page. */
  shape?: "medium" | "large" | "right" | "left" | "page";
  /** Keeps the heading for those who listen only. */
  hideTitle?: boolean;
  className?: string;
  /** A picture between the page and the window. */
  backdrop?: ReactNode;
  children: ReactNode;
}

const SHAPES: Record<NonNullable<DialogProps["shape"]>, string> = {
  medium: "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-dialog -translate-1/2 rounded-card",
  large:
    "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-dialog-large -translate-1/2 rounded-card",
  right: "inset-y-0 right-0 w-full max-w-dialog-large",
  page: "inset-y-0 right-0 w-full max-w-[76rem] print:static print:max-w-none print:overflow-visible print:border-0 print:shadow-none",
  left: "inset-y-0 left-0 w-72 max-w-[calc(100%-3rem)] animate-slide-in",
};

/** What Escape ends before it ends the dialog. */
const CLOSES_FIRST = "[role=combobox][aria-expanded=true], [data-toasts], [data-toasts] *";

/** Where the focus goes on closing: to what opened the dialog; if that is gone, to what stands in its place, to the screen's
 * heading, or to the page. Nowhere if something else has it by then, such as the dialog that took this one's place. */
function stopAfter(opener: HTMLElement | null): HTMLElement | null {
  if (document.activeElement !== document.body) return null;
  if (opener?.isConnected && opener !== document.body) return opener;
  return (
    (opener && nextStop(opener)) ??
    document.querySelector<HTMLElement>("main h1[tabindex]") ??
    document.querySelector<HTMLElement>("main")
  );
}

export default function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  shape = "medium",
  hideTitle = false,
  className,
  backdrop,
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  const inner: InnerParts = useRef([]);
  const holders = useRef(new Set<string>());
  const around = useContext(Unsaved);
  const hold = useCallback(
    (holder: string, unsaved: boolean) => {
      around(holder, unsaved); // what stands around it goes with it
      if (unsaved) holders.current.add(holder);
      else holders.current.delete(holder);
    },
    [around],
  );
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const close = (instead = () => onOpenChange(false)) => {
    if (holders.current.size > 0) setAsked(() => instead);
    else instead();
  };
  const described = description ? {} : { "aria-describedby": undefined };
  return (
    <Parts.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-50 bg-night/60 print:hidden">{backdrop}</Parts.Overlay>
        <Parts.Content
          {...described}
          aria-modal="true"
          data-shape={shape}
          className={classes(
            "fixed z-50 flex animate-appear flex-col overflow-hidden border border-hairline bg-surface text-ink shadow-card",
            SHAPES[shape],
            className,
          )}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement as HTMLElement | null;
            focusFirst(event.target as HTMLElement);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            stopAfter(opener.current)?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // An open list of choices closes first, and a notice that holds the focus.
            if (document.activeElement?.matches(CLOSES_FIRST)) return event.preventDefault();
            const part = inner.current.at(-1);
            if (!part) return;
            event.preventDefault();
            close(part);
          }}
          onInteractOutside={(event) => {
            // A notice lies outside and may be dismissed without closing what lies under it. By now it may be gone from the page.
            if ((event.target as Element).closest("[data-slot=toast]")) event.preventDefault();
          }}
        >
          <header className={classes("flex items-start gap-4 px-5 pt-5 pb-3 sm:px-6", hideTitle && "sr-only")}>
            <div className="min-w-0 flex-1">
              <Parts.Title className="font-sans font-semibold text-h3 tracking-normal" tabIndex={-1}>
                {title}
              </Parts.Title>
              {description && (
                <Parts.Description className="mt-1 text-muted text-small">{description}</Parts.Description>
              )}
            </div>
            <Parts.Close asChild>
              <Button
                variant="quiet"
                size="icon"
                aria-label="Close"
                data-close
                className="-mt-2 -mr-3 sunlit:-mt-4 sunlit:size-14 print:hidden"
                tabIndex={hideTitle ? -1 : undefined}
              >
                <X aria-hidden />
              </Button>
            </Parts.Close>
          </header>
          <Unsaved value={hold}>
            <CloseDialog value={close}>
              <DialogParts value={inner}>
                <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6 print:overflow-visible">
                  <Boundary>{children}</Boundary>
                </div>
              </DialogParts>
            </CloseDialog>
          </Unsaved>
        </Parts.Content>
      </Parts.Portal>
      <DiscardQuestion
        open={asked !== null}
        given={holders.current}
        onKeep={() => setAsked(null)}
        onDiscard={() => {
          discard(holders.current);
          holders.current.clear();
          setAsked(null);
          asked?.();
        }}
      />
    </Parts.Root>
  );
}
