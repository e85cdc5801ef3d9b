// Who takes care of a record; where nobody does yet, one press takes it.

import type { Permission } from "~/api/session";
import { Button } from "~/ui/button";
import { notify } from "~/ui/toast";
import { may, useUser } from "../user/user";
import { type Editable, pressOnce, type Saved } from "./attempt";
import { useWrite } from "./write";

interface AssignedRecord extends Saved {
  assignedTo: string | null;
}

interface AssignedProps<Row extends AssignedRecord> {
  kind: Editable<Row, Partial<Pick<AssignedRecord, "assignedTo">>>;
  record: Row;
  /** What the record is called. */
  title: string;
  /** Who may take it. */
  needs: Permission;
  /** Whether there is nothing to do about it any more. */
  settled: boolean;
  /** How its person is told. */
  told: (id: string | null) => string;
}

interface Wanted<Row> {
  record: Row;
  assignedTo: string | null;
}

function useTaking<Row extends AssignedRecord>({ kind, record, title }: AssignedProps<Row>) {
  const user = useUser();
  const { write, busy } = useWrite({
    about: ["assignee", record.id],
    line: [kind.path, record.id],
    send: ({ record, assignedTo }: Wanted<Row>, key) =>
      pressOnce({
        kind,
        start: record,
        sets: { assignedTo },
        key,
        refused: (saved) =>
          saved
            ? `Somebody else has taken care of ${title} meanwhile.`
            : `${title} was removed, or moved out of your reach.`,
      }),
    failed: "Failed to assign it",
  });

  async function take() {
    const saved = await write({ record, assignedTo: user.id });
    if (!saved) return;
    notify("Success", `${title} is assigned to you`, {
      label: "Undo",
      act: () => void write({ record: saved, assignedTo: null }),
    });
  }
  return { take, busy };
}

export function Assigned<Row extends AssignedRecord>(props: AssignedProps<Row>) {
  const { record, title, needs, settled, told } = props;
  const { take, busy } = useTaking(props);
  const mayTake = may(useUser(), needs) && record.assignedTo === null && !settled;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {told(record.assignedTo)}
      {mayTake && (
        <Button
          variant="link"
          size="small"
          className="touch min-h-6 px-0 py-0 print:hidden"
          aria-label={`Assign to Me: ${title}`}
          busy={busy}
          onClick={take}
        >
          Assign to Me
        </Button>
      )}
    </span>
  );
}
