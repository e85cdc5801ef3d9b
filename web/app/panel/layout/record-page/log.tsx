// Logging what was done, in two taps: what it was, and Save.

import { MessageSquareText, NotebookPen, Phone, UsersRound } from "lucide-react";
import { useId } from "react";
import type { Schemas } from "~/api/client";
import { Field } from "~/forms/fields";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useEscape } from "~/ui/dialog-close";
import { Input, Select, Textarea } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { byMakingAgain, useOnce } from "../../any-record/once";
import { SmallForm } from "../../any-record/small-form";
import { useWrite } from "../../any-record/write";
import { activityTypes, dropActivity, logActivity, outcomes, type PageKind } from "./thread";

type Type = Schemas["ActivityType"];
type Outcome = Schemas["CallOutcome"];

const ICONS = { call: Phone, note: NotebookPen, text: MessageSquareText, meeting: UsersRound };
const TYPES: Type[] = ["call", "note", "text", "meeting"];
const DONE: Record<Type, string> = {
  call: "Call logged",
  note: "Note saved",
  text: "Text logged",
  meeting: "Meeting logged",
};

type Logged = Awaited<ReturnType<typeof logActivity>>;

interface Typed {
  type: Type;
  words: string;
  outcome: Outcome | "";
  minutes: string;
}

/** A finger saves without a word; a field that took the focus would bring up the keyboard over the button. */
const typesAtOnce = (type: Type) => type === "note" || matchMedia("(hover: hover)").matches;

const begun = (type: Type): Typed => ({ type, words: "", outcome: type === "call" ? "reached" : "", minutes: "" });

export function Log({ kind, id, className }: { kind: PageKind; id: string; className: string }) {
  const { typed, type: setTyped } = useTyped<Typed | null>(`log of ${id}`, null, (now) => now.words.trim() !== "");
  const field = useId();
  const about = ["activities", id];
  const log = ({ type, words, outcome, minutes }: Typed, key: string) =>
    logActivity(
      {
        kind,
        recordId: id,
        type,
        words: words.trim() || null,
        outcome: outcome || null,
        minutes: minutes === "" ? null : Number(minutes),
      },
      key,
    );
  const { save, forget, latest } = useOnce(
    log,
    byMakingAgain(
      log,
      ({ id }, key) => dropActivity(id, key),
      ({ id }) => id,
    ),
  );
  const drop = useWrite({
    about,
    send: (made: Logged, key) => dropActivity(latest(made).id, key),
    failed: "Failed to take it back",
    done: () => "Taken back",
  });
  const { write } = useWrite({
    about,
    send: save,
    done: ({ type }) => DONE[type],
    failed: "Failed to save it",
    undo: (_sent, made) => {
      forget();
      void drop.write(made);
    },
  });
  function begin(next: Typed | null) {
    forget();
    setTyped(next);
  }
  useEscape(typed ? () => begin(null) : undefined);
  const change = (part: Partial<Typed>) => setTyped((was) => was && { ...was, ...part });
  return (
    <div className={classes("grid gap-3 print:hidden", className)}>
      <fieldset aria-label="Log" className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="text-muted max-sm:w-full">
          Log
        </span>
        {TYPES.map((type) => {
          const Icon = ICONS[type];
          return (
            <Button
              key={type}
              variant={typed?.type === type ? "primary" : "outline"}
              size="small"
              className="max-sm:flex-1 max-sm:gap-1.5 max-sm:px-1.5"
              aria-pressed={typed?.type === type}
              onClick={() => begin(typed?.type === type ? null : { ...begun(type), words: typed?.words ?? "" })}
            >
              <Icon aria-hidden />
              {activityTypes[type]}
            </Button>
          );
        })}
      </fieldset>
      {typed && (
        <SmallForm className="grid gap-3" onSubmit={() => write(typed)} onSent={() => begin(null)}>
          {typed.type === "call" && (
            <div className="grid grid-cols-2 gap-3">
              <Field id={`${field}-outcome`} label="Outcome">
                <Select
                  id={`${field}-outcome`}
                  value={typed.outcome}
                  onChange={(event) => change({ outcome: event.currentTarget.value as Outcome })}
                  options={Object.entries(outcomes).map(([value, label]) => ({ value, label }))}
                />
              </Field>
              <Field id={`${field}-minutes`} label="Minutes" optional>
                <Input
                  id={`${field}-minutes`}
                  inputMode="numeric"
                  pattern="[0-9]*"
                  maxLength={4}
                  value={typed.minutes}
                  onChange={(event) => change({ minutes: event.currentTarget.value.replace(/\D/g, "") })}
                />
              </Field>
            </div>
          )}
          <Field
            id={`${field}-words`}
            label={typed.type === "note" ? "Note" : "What was said"}
            optional={typed.type !== "note"}
          >
            <Textarea
              key={typed.type}
              id={`${field}-words`}
              maxLength={10_000}
              rows={3}
              autoFocus={typesAtOnce(typed.type)}
              value={typed.words}
              onChange={(event) => change({ words: event.currentTarget.value })}
            />
          </Field>
          <SubmitButton sending="Saving..." disabled={typed.type === "note" && typed.words.trim() === ""}>
            Save
          </SubmitButton>
        </SmallForm>
      )}
    </div>
  );
}
