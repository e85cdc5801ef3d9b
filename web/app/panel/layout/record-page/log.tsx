// Logging what was done, in two taps: what it was, and Save.
import { MessageSquareText, NotebookPen, Phone, UsersRound } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Input, Select, Textarea } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useWrite } from "../../records/write";
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

interface Typed {
  type: Type;
  words: string;
  outcome: Outcome | "";
  minutes: string;
}

const begun = (type: Type): Typed => ({ type, words: "", outcome: type === "call" ? "reached" : "", minutes: "" });

export function Log({ kind, id, className }: { kind: PageKind; id: string; className: string }) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const drop = useWrite({ send: dropActivity, failed: "Failed to take it back", done: () => "Taken back" });
  const { write, busy } = useWrite({
    about: ["activities", id],
    send: ({ type, words, outcome, minutes }: Typed, key) =>
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
      ),
    done: ({ type }) => DONE[type],
    failed: "Failed to save it",
    undo: (_sent, { id: made }) => drop.write(made),
  });
  useUnsavedGuard(typed !== null && typed.words.trim() !== "");
  const change = (part: Partial<Typed>) => setTyped((was) => was && { ...was, ...part });
  async function save() {
    if (typed && (await write(typed))) setTyped(null);
  }
  return (
    <div className={classes("grid gap-3 print:hidden", className)}>
      <fieldset aria-label="Log" className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="text-muted">
          Log
        </span>
        {TYPES.map((type) => {
          const Icon = ICONS[type];
          return (
            <Button
              key={type}
              variant="outline"
              size="small"
              aria-pressed={typed?.type === type}
              onClick={() =>
                setTyped((was) => (was?.type === type ? null : { ...begun(type), words: was?.words ?? "" }))
              }
            >
              <Icon aria-hidden />
              {activityTypes[type]}
            </Button>
          );
        })}
      </fieldset>
      {typed && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {typed.type === "call" && (
            <div className="grid grid-cols-2 gap-3">
              <Select
                aria-label="Outcome"
                value={typed.outcome}
                onChange={(event) => change({ outcome: event.currentTarget.value as Outcome })}
                options={Object.entries(outcomes).map(([value, label]) => ({ value, label }))}
              />
              <Input
                aria-label="Minutes"
                inputMode="numeric"
                placeholder="Minutes"
                pattern="[0-9]*"
                maxLength={4}
                value={typed.minutes}
                onChange={(event) => change({ minutes: event.currentTarget.value.replace(/\D/g, "") })}
              />
            </div>
          )}
          <Textarea
            aria-label={typed.type === "note" ? "Note" : "What was said"}
            maxLength={10_000}
            rows={3}
            autoFocus
            value={typed.words}
            onChange={(event) => change({ words: event.currentTarget.value })}
          />
          <Button type="submit" disabled={busy || (typed.type === "note" && typed.words.trim() === "")}>
            {busy ? "Saving..." : "Save"}
          </Button>
        </form>
      )}
    </div>
  );
}
