// The fields that a change touched, each as it was and as it is since, in words.
import { fieldName, Shown, saysFrom, toldOf } from "./shown";

interface ChangedFieldsProps {
  changes: Record<string, unknown[]>;
  /** What the log calls the act; of what was made or removed one side says everything. */
  action: string;
  /** Letters of a text that are enough to know it by. */
  longest: number;
}

export function ChangedFields({ changes, action, longest }: ChangedFieldsProps) {
  const told = toldOf(changes).filter(([, [old, now]]) => action === "update" || (old ?? now) !== null);
  return (
    <ul className="mt-1 grid gap-0.5 text-muted">
      {told.map(([field, [old, now]]) => (
        <li key={field} className="break-words">
          {fieldName(field)}:{" "}
          {action === "update" && saysFrom(field, old) && (
            <>
              <Shown field={field} value={old} longest={longest} /> {"→"}{" "}
            </>
          )}
          <Shown field={field} value={action === "delete" ? old : now} longest={longest} />
        </li>
      ))}
    </ul>
  );
}
