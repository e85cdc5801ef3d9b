// Why something is done that is not done every day: one of the usual reasons in one press, or another in one's own words.

import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { Input } from "~/ui/input";
import { useTyped } from "./draft";

interface ReasonsProps {
  /** What is done to what: the words are kept under it. */
  about: string;
  /** What is done, as its button says. */
  action: string;
  /** What is asked. */
  question: string;
  usual: readonly string[];
  /** What leaves it undone. */
  back: string;
  busy?: boolean;
  className?: string;
  /** What it gives is waited for. */
  onReason: (reason: string) => unknown;
  onBack: () => void;
}

export function Reasons({
  about,
  action,
  question,
  usual,
  back,
  busy = false,
  className,
  onReason,
  onBack,
}: ReasonsProps) {
  const { typed: words, type } = useTyped(`why ${about}`, "");
  const typed = words.trim();
  useEscape(onBack);
  return (
    <FormElement
      aria-label={action}
      className={className ?? "grid gap-3 rounded-control border border-control p-4"}
      onSubmit={() => typed && onReason(typed)}
    >
      <p className="font-semibold">{question}</p>
      <div className="flex flex-wrap gap-2">
        {usual.map((reason, at) => (
          <Button
            key={reason}
            variant="outline"
            className="min-h-12"
            autoFocus={at === 0}
            data-start={at === 0 ? "" : undefined}
            busy={busy}
            onClick={() => onReason(reason)}
          >
            {reason}
          </Button>
        ))}
      </div>
      <Input
        aria-label="Another reason"
        placeholder="Another reason"
        maxLength={300}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending="Saving..." className="min-h-12" disabled={!typed}>
          {action}
        </SubmitButton>
        <Button variant="quiet" className="min-h-12" onClick={onBack}>
          {back}
        </Button>
      </div>
    </FormElement>
  );
}
