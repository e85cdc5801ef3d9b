// The notes of a work order, written on the spot.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import type { WorkOrder } from "./queries";
import { Section, useSave } from "./section";

interface NotesProps {
  order: WorkOrder;
  editable: boolean;
}

export function Notes({ order, editable }: NotesProps) {
  const saved = order.notes ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const { saving, save } = useSave(order);
  const changed = typed !== null && typed !== saved;
  useUnsavedGuard(changed);
  if (!editable) {
    return <Section title="Notes">{saved ? <p className="whitespace-pre-line">{saved}</p> : <p>None.</p>}</Section>;
  }
  return (
    <Section title="Notes">
      <Textarea
        aria-label="Notes"
        maxLength={10_000}
        value={typed ?? saved}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {changed && (
        <Button
          className="min-h-12 justify-self-end"
          disabled={saving}
          onClick={async () => (await save({ notes: typed?.trim() || null })) && setTyped(null)}
        >
          {saving ? "Saving..." : "Save Notes"}
        </Button>
      )}
    </Section>
  );
}
