// What speaks against a plan, and a way to plan it all the same, for a reason.
import { CalendarX, TriangleAlert, UserX } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import type { Asked } from "./move-visit";
import type { Objection } from "./schedule";

const ICONS = { clash: TriangleAlert, absence: UserX, capacity: CalendarX };

/** Each in words, with its mark. */
export function ObjectionList({ objections }: { objections: Partial<Record<Objection, string>> }) {
  return (
    <ul className="grid gap-2">
      {Object.entries(objections).map(([name, words]) => {
        const Icon = ICONS[name as Objection];
        return (
          <li key={name} className="flex items-start gap-2">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            {words}
          </li>
        );
      })}
    </ul>
  );
}

/** Why most are planned all the same. */
const REASONS = ["Agreed with the crew", "Short visit", "Next door"];

interface QuestionProps {
  asked: Asked;
  onAnswer: (reason: string | null) => void;
}

function Question({ asked, onAnswer }: QuestionProps) {
  const [reason, setReason] = useState("");
  const typed = reason.trim();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed) onAnswer(typed);
      }}
    >
      <ObjectionList objections={asked.objections} />
      <p className="font-semibold">Plan it anyway? Say why:</p>
      <div className="flex flex-wrap gap-2">
        {REASONS.map((usual, at) => (
          <Button key={usual} variant="outline" data-start={at === 0 ? "" : undefined} onClick={() => onAnswer(usual)}>
            {usual}
          </Button>
        ))}
      </div>
      <Input
        aria-label="Another reason"
        placeholder="Another reason"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!typed}>
          Plan Anyway
        </Button>
        <Button variant="quiet" onClick={() => onAnswer(null)}>
          Leave It Where It Was
        </Button>
      </div>
    </form>
  );
}

interface ObjectionsProps {
  asked: Asked | null;
  /** With the reason for which it is planned all the same; null where it is not. */
  onAnswer: (reason: string | null) => void;
}

export function Objections({ asked, onAnswer }: ObjectionsProps) {
  return (
    <Dialog open={asked !== null} onOpenChange={() => onAnswer(null)} title={asked?.visit.title ?? "Visit"}>
      {asked && <Question asked={asked} onAnswer={onAnswer} />}
    </Dialog>
  );
}
