// Asks before words that are not saved, or a secret that is shown only now, are thrown away. A dialog in the part of an alert: one has to answer, and the answer
// that loses nothing comes first. Where nothing can be lost any more, because it is saved by now, the question answers itself.
import { Dialog as Question } from "radix-ui";
import { useEffect, useRef } from "react";
import { Button } from "./button";
import { holders, type Loss } from "./unsaved";

const WORDS: Required<Loss> = {
  title: "Discard your changes?",
  text: "What you typed here has not been saved.",
  stay: "Keep editing",
  go: "Discard",
};

interface DiscardQuestionProps {
  open: boolean;
  /** For whom it asks; for all, where none are named. */
  given?: Iterable<string>;
  onKeep: () => void;
  onDiscard: () => void;
}

export default function DiscardQuestion({ open, given = holders.keys(), onKeep, onDiscard }: DiscardQuestionProps) {
  const before = useRef<Element | null>(null);
  const asked = useRef(WORDS);
  const losses = [...given].map((holder) => holders.get(holder)?.current?.());
  // A secret comes first, then words of which it is known that they are not saved.
  if (losses.length > 0)
    asked.current = { ...WORDS, ...(losses.find((one) => one?.title) ?? (losses.every(Boolean) && losses[0])) };
  const loss = asked.current;
  useEffect(() => {
    if (open && losses.length === 0) onDiscard();
  });
  return (
    <Question.Root open={open} onOpenChange={(stays) => !stays && onKeep()}>
      <Question.Portal>
        <Question.Overlay className="fixed inset-0 z-60 animate-appear bg-night/60" />
        <Question.Content
          role="alertdialog"
          aria-modal="true"
          className="fixed top-1/2 left-1/2 z-60 w-[calc(100%-2rem)] max-w-104 -translate-1/2 animate-appear rounded-card border border-hairline bg-surface p-6 text-ink"
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Question.Title className="font-sans font-semibold text-h4">{loss.title}</Question.Title>
          <Question.Description className="mt-2 text-muted text-small">{loss.text}</Question.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={onKeep}>
              {loss.stay}
            </Button>
            <Button variant="destructive" onClick={onDiscard}>
              {loss.go}
            </Button>
          </div>
        </Question.Content>
      </Question.Portal>
    </Question.Root>
  );
}
