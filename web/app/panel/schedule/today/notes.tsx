// What is written on the spot.
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
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
  const saved = visit.notes ?? "";
  const {
    typed,
    type: setTyped,
    changed,
  } = useTyped<Typed | null>(`notes of visit ${visit.id}`, null, (now) => now.text.trim() !== saved.trim());
  const type = (text: string) => setTyped((was) => ({ base: was ? was.base : visit.notes, text }));
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
