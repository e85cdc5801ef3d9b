// What speaks against a plan, and a way to plan it all the same, for a reason.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import type { Asked } from "./move-visit";

interface ObjectionsProps {
  asked: Asked | null;
  /** With the reason for which it is planned all the same; null where it is not. */
  onAnswer: (reason: string | null) => void;
}

function Question({ asked, onAnswer }: { asked: Asked; onAnswer: (reason: string | null) => void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(reason.trim());
      }}
    >
      <ul className="grid gap-2">
        {Object.entries(asked.objections).map(([name, words]) => (
          <li key={name}>{words}</li>
        ))}
      </ul>
      <Input
        aria-label="Reason"
        placeholder="Reason (optional)"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" autoFocus>
          Plan Anyway
        </Button>
        <Button variant="quiet" onClick={() => onAnswer(null)}>
          Leave It Where It Was
        </Button>
      </div>
    </form>
  );
}

export function Objections({ asked, onAnswer }: ObjectionsProps) {
  return (
    <Dialog open={asked !== null} onOpenChange={() => onAnswer(null)} title={asked?.visit.title ?? "Visit"}>
      {asked && <Question asked={asked} onAnswer={onAnswer} />}
    </Dialog>
  );
}
