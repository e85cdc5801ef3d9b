// What is written on the spot.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";

const MOST = 10_000;

interface Typed {
  /** What stood there when writing began. */
  base: string | null;
  text: string;
}

export function Notes({ visit }: { visit: OwnVisit }) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const saved = visit.notes ?? "";
  const changed = typed !== null && typed.text.trim() !== saved.trim();
  useUnsavedGuard(changed);
  const type = (text: string) => setTyped((was) => ({ base: was?.base ?? visit.notes, text }));
  async function save() {
    if (typed === null) return;
    if (await operate(visit, { notes: { base: typed.base, text: typed.text.trim() || null } })) setTyped(null);
  }
  return (
    <Part title="Notes" told={saved ? "" : "None yet"} startsOpen={saved !== ""}>
      <Textarea
        aria-label="Notes"
        maxLength={MOST}
        className="text-h4"
        value={typed?.text ?? saved}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Button className="min-h-14" disabled={!changed} onClick={save}>
        Save Notes
      </Button>
    </Part>
  );
}
