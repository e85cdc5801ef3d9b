// What is written on the spot.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";

const MOST = 10_000;

export function Notes({ visit }: { visit: OwnVisit }) {
  const [typed, setTyped] = useState<string | null>(null);
  const saved = visit.notes ?? "";
  const changed = typed !== null && typed.trim() !== saved.trim();
  useUnsavedGuard(changed);
  async function save() {
    if (typed === null) return;
    if (await operate(visit, { notes: typed.trim() || null })) setTyped(null);
  }
  return (
    <Part title="Notes" told={saved ? "" : "None yet"} startsOpen={saved !== ""}>
      <Textarea
        aria-label="Notes"
        maxLength={MOST}
        className="text-h4"
        value={typed ?? saved}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button className="min-h-14" disabled={!changed} onClick={save}>
        Save Notes
      </Button>
    </Part>
  );
}
