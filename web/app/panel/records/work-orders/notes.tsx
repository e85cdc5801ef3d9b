// The notes of a work order, written on the spot.
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/input";
import { ConflictAlert } from "../../any-record/conflict";
import { NotSaved, Section, useOrderPart } from "./section";
import type { WorkOrder } from "./work-order";

interface NotesProps {
  order: WorkOrder;
  editable: boolean;
}

const AS_TEXT = {
  name: "notes",
  fields: ({ notes }: WorkOrder) => ({ notes }),
  read: ({ notes }: Pick<WorkOrder, "notes">) => notes ?? "",
  write: (text: string) => ({ notes: text.trim() || null }),
};

export function Notes({ order, editable }: NotesProps) {
  const { typed, type, changed, saving, conflict, choose, save } = useOrderPart(order, AS_TEXT);
  if (!editable) {
    return (
      <Section title="Notes">
        {changed && <NotSaved />}
        {typed ? <p className="whitespace-pre-line">{typed}</p> : <p>None.</p>}
      </Section>
    );
  }
  return (
    <Section title="Notes">
      <Textarea
        aria-label="Notes"
        maxLength={10_000}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <ConflictAlert conflict={conflict} choose={choose} />
      {changed && !conflict && (
        <Button className="min-h-12 justify-self-end" busy={saving} onClick={save}>
          {saving ? "Saving..." : "Save Notes"}
        </Button>
      )}
    </Section>
  );
}
