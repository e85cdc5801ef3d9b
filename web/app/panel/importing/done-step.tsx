// What came of an import, with the way to its records and back.
import { useQuery } from "@tanstack/react-query";
import { Button } from "~/ui/button";
import { useWrite } from "../any-record/write";
import { counted, type Import, NOUNS, rowsOf, undo } from "./import";

interface DoneStepProps {
  own: Import;
  again: () => void;
  show: (id: string) => void;
  close: () => void;
}

/** The records that undoing left, and why. */
function Kept({ own }: { own: Import }) {
  const { data = [] } = useQuery({
    queryKey: ["/api/panel/imports", own.id, "kept"],
    queryFn: () => rowsOf(own.id, { kept: true }),
  });
  return (
    <div className="grid gap-1">
      <p>
        {own.kept === 1 ? "1 record stays" : `${own.kept.toLocaleString("en-US")} records stay`}, because people work
        with them:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {data.map(({ number, values, kept }) => (
          <li key={number} className="break-words">
            <strong>{values.name || values.email || `Row ${number}`}</strong>.{" "}
            <span className="text-muted">{kept}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function told({ state, created, filled, kind }: Import): string {
  if (state === "undone") return "This import was undone.";
  const made = `${counted(created, NOUNS[kind])} imported`;
  return filled > 0 ? `${made}, blanks filled in ${counted(filled, NOUNS[kind])}.` : `${made}.`;
}

const SHOWN: Record<Import["kind"], string> = { leads: "Leads", clients: "Clients", users: "Users" };

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

export function DoneStep({ own, again, show, close }: DoneStepProps) {
  const undoing = useWrite({ send: (_: object, key) => undo(own.id, key), failed: "Failed to undo the import" });
  const { undoableUntil } = own;
  return (
    <section className="grid gap-4 py-6">
      <h3 tabIndex={-1} className="font-sans font-semibold text-h4">
        {told(own)}
      </h3>
      {own.kept > 0 && <Kept own={own} />}
      <div className="flex flex-wrap gap-2">
        {own.state === "done" && own.created > 0 && (
          <Button
            onClick={() => {
              close();
              show(own.id);
            }}
          >
            Show {SHOWN[own.kind]}
          </Button>
        )}
        <Button variant="outline" onClick={again}>
          Import Another File
        </Button>
        {undoableUntil && (
          <Button variant="outline" busy={undoing.busy} onClick={() => void undoing.write({})}>
            Undo
          </Button>
        )}
      </div>
      {undoableUntil && (
        <p className="text-muted text-small">
          Can be undone until {day.format(new Date(undoableUntil))}. What somebody has changed by then stays.
        </p>
      )}
    </section>
  );
}
