// What speaks against a plan, and a way to plan it all the same, for a reason.
import { CalendarX, TriangleAlert, UserX } from "lucide-react";
import { Dialog } from "~/ui/dialog";
import { Reasons } from "../any-record/reasons";
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

interface ObjectionsProps {
  asked: Asked | null;
  /** With the reason for which it is planned all the same; null where it is not. */
  onAnswer: (reason: string | null) => void;
}

export function Objections({ asked, onAnswer }: ObjectionsProps) {
  return (
    <Dialog open={asked !== null} onOpenChange={() => onAnswer(null)} title={asked?.visit.title ?? "Visit"}>
      {asked && (
        <div className="grid gap-4">
          <ObjectionList objections={asked.objections} />
          <Reasons
            about={`plan anyway ${asked.visit.id}`}
            action="Plan Anyway"
            question="Plan it anyway? Say why:"
            usual={REASONS}
            back="Leave It Where It Was"
            className="grid gap-4"
            onReason={onAnswer}
            onBack={() => onAnswer(null)}
          />
        </div>
      )}
    </Dialog>
  );
}
