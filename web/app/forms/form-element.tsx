// The only <form> of the product. What it sends goes by the script, one attempt after the other: a press during an attempt is that attempt
// again, or, where something was typed since, the next one. An attempt that was refused shows its first fault: scrolled into view, in whatever part of
// the screen scrolls, with the focus in its field.
import {
  type ComponentProps,
  createContext,
  type SubmitEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { showFirstFault } from "./first-fault";

interface FormElementProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  /** Attempts to send; what it gives is waited for. `since` says whether something was typed since the press. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>, since: () => boolean) => unknown;
  /** After an attempt that gave an answer, such as to close the form: unless somebody typed or pressed since. */
  onSent?: () => void;
  /** In its place, where somebody typed since, and pressed nothing. */
  onStays?: () => void;
}

const Sending = createContext<boolean | undefined>(false);

/** Whether the form around it is being sent. */
export const useSending = () => useContext(Sending);

interface Attempt {
  underway?: boolean;
  answer?: unknown;
}

export function FormElement({ onSubmit, onSent, onStays, ...props }: FormElementProps) {
  const place = useRef<HTMLFormElement>(null);
  /** How often something was typed: by now, before what is being sent, and before the last press since then. */
  const typed = useRef({ now: 0, sent: -1, next: -1 });
  const [attempt, setAttempt] = useState<Attempt>({});

  // When an attempt has ended, what came of it is drawn. A press that waited is taken now, unless something was typed after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useLayoutEffect(() => {
    const form = place.current;
    if (attempt.underway !== false || !form) return;
    const { now, sent, next } = typed.current;
    typed.current = { now, sent: -1, next: -1 };
    if (next === now) queueMicrotask(() => form.requestSubmit());
    else if (!attempt.answer) showFirstFault(form);
    else if (sent === now) onSent?.();
    else onStays?.();
  }, [attempt]);

  function type() {
    typed.current.now += 1;
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React forwards events of a dialog through the tree it stands in: only this form's own are meant.
    event.stopPropagation();
    const { now, sent } = typed.current;
    if (sent === now) return;
    if (sent >= 0) {
      typed.current.next = now;
      return;
    }
    typed.current.sent = now;
    setAttempt({ underway: true });
    let answer: unknown;
    try {
      answer = await onSubmit(event, () => typed.current.now > now);
    } finally {
      setAttempt({ underway: false, answer });
    }
  }
  return (
    <Sending value={attempt.underway}>
      <form method="post" {...props} ref={place} onInput={type} onReset={type} onSubmit={send} />
    </Sending>
  );
}
