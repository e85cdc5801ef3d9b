// Somebody else changed the record while it was being edited: both versions, and the choice between them.
import { Button } from "~/ui/button";
import type { Difference } from "./record-form";
import { fieldName, useShown } from "./shown";

interface ConflictProps {
  differences: Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

export function Conflict({ differences, onKeepMine, onTakeTheirs }: ConflictProps) {
  const shown = useShown();
  if (differences.length === 0) return null;
  return (
    <section
      aria-label="Two versions of this record"
      className="grid gap-3 rounded-control bg-warn-tint p-3 text-on-warn-tint"
    >
      <p>Someone else saved this record while you were editing. Choose which version to go on with, then save.</p>
      <table className="w-full text-left">
        <thead>
          <tr>
            <th className="py-1 pr-3 font-semibold">Field</th>
            <th className="py-1 pr-3 font-semibold">Yours</th>
            <th className="py-1 font-semibold">Saved now</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, mine, theirs }) => (
            <tr key={field} className="align-top">
              <th scope="row" className="py-1 pr-3 font-normal">
                {fieldName(field)}
              </th>
              <td className="break-words py-1 pr-3">{shown(field, mine)}</td>
              <td className="break-words py-1">{shown(field, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={onKeepMine}>
          Keep Mine
        </Button>
        <Button variant="outline" size="small" onClick={onTakeTheirs}>
          Take Theirs
        </Button>
      </div>
    </section>
  );
}
