// A part of a visit that opens by a press on its whole heading. Until somebody presses it, what is being done decides.
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classes } from "~/ui/classes";

interface PartProps {
  title: string;
  /** Beside the title, such as how many. */
  told?: ReactNode;
  startsOpen: boolean;
  children: ReactNode;
}

/** Milliseconds within which a press still means a part as it was before it changed by itself. */
const FRESH = 700;

/** Whether what decides has just changed: who presses at that moment wants what has come, not the opposite of it. */
function useFresh(startsOpen: boolean): () => boolean {
  const changed = useRef({ to: startsOpen, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (changed.current.to !== startsOpen) changed.current = { to: startsOpen, at: performance.now() };
  }, [startsOpen]);
  return () => performance.now() - changed.current.at < FRESH;
}

export function Part({ title, told, startsOpen, children }: PartProps) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  const open = pressed ?? startsOpen;
  const isFresh = useFresh(startsOpen);
  const id = useId();
  return (
    <section aria-label={title} className="border-hairline border-t">
      <h4 className="font-sans text-base">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex min-h-14 w-full items-center gap-3 text-left font-semibold"
          onClick={() => setPressed(pressed === null && isFresh() ? open : !open)}
        >
          {title}
          <span className="ml-auto font-normal text-muted">{told}</span>
          <ChevronDown
            aria-hidden
            className={classes("size-5 shrink-0 transition-transform duration-160", open && "rotate-180")}
          />
        </button>
      </h4>
      <div id={id} hidden={!open} className="grid gap-3 pb-5">
        {children}
      </div>
    </section>
  );
}
