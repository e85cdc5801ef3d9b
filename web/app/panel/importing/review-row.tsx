// A row of the file: what it says, what is wrong with it, whom it may be about, and what becomes of it.

import { useState } from "react";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import { useTyped } from "../any-record/draft";
import { SmallForm } from "../any-record/small-form";
import { useWrite } from "../any-record/write";
import { useHomeBranch } from "../staff/queries";
import { type Choice, editRow, type Import, type ImportedRow } from "./import";
import { ValueField } from "./row-fields";

interface ReviewRowProps {
  own: Import;
  row: ImportedRow;
}

/** Corrects the fields that are at fault, or all of them. */
function Correction({ own, row, onDone }: ReviewRowProps & { onDone: () => void }) {
  const home = useHomeBranch();
  const faulty = own.fields.filter((name) => name in row.faults);
  const names = faulty.length > 0 ? faulty : own.fields;
  const {
    typed: values,
    type: setValues,
    changed,
    lift,
  } = useTyped(`row ${row.id}`, Object.fromEntries(names.map((name) => [name, row.values[name] ?? ""])));
  const saving = useWrite({
    send: (sent: Record<string, string>, key) => editRow(own.id, row.id, { values: sent }, key),
    failed: "Failed to save the row",
  });
  function close() {
    lift();
    onDone();
  }
  return (
    <SmallForm className="grid gap-3" onSubmit={() => saving.write(values)} onSent={close}>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <ValueField
            key={name}
            kind={own.kind}
            name={name}
            branch={row.values.branchId || home}
            none="Nothing"
            value={values[name] ?? ""}
            fault={row.faults[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2">
        {faulty.length === 0 && (
          <Button size="small" variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
        <SubmitButton size="small" variant="outline" disabled={!changed}>
          Save Row
        </SubmitButton>
      </div>
    </SmallForm>
  );
}

const AGREES: Record<string, string> = { email: "email", phone: "phone", address: "address" };

/** Whom the row may be about. */
function Known({ row }: { row: ImportedRow }) {
  return (
    <ul className="grid gap-1">
      {row.matches.map(({ id, kind, name, by }) => (
        <li key={id} className="break-words">
          Same {by.map((one) => AGREES[one] ?? one).join(" and ")} as the {kind} <strong>{name}</strong>
        </li>
      ))}
      {row.twin !== null && <li>May be the same as row {row.twin.toLocaleString("en-US")} of this file</li>}
    </ul>
  );
}

const CHOICES: { value: Choice; label: string }[] = [
  { value: "skip", label: "Leave out" },
  { value: "create", label: "Import anyway" },
  { value: "fill", label: "Fill blanks of the known" },
];

export function ReviewRow({ own, row }: ReviewRowProps) {
  const [edits, setEdits] = useState(false);
  const choosing = useWrite({
    send: (choice: Choice, key) => editRow(own.id, row.id, { choice }, key),
    failed: "Failed to change the row",
  });
  const { values } = row;
  const name = values.name ?? [values.firstName, values.lastName].filter(Boolean).join(" ");
  const rest = own.fields.filter((field) => !["name", "firstName", "lastName"].includes(field) && values[field]);
  const correct = row.standing === "faulty" || edits;
  return (
    <li className="grid gap-3 rounded-card border border-hairline p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-words">
            <span className="text-muted tabular-nums">Row {row.number.toLocaleString("en-US")}</span>{" "}
            <strong>{name || "No name"}</strong>
          </p>
          <p className="line-clamp-3 break-words text-muted text-small">
            {rest.map((field) => values[field]).join(" · ")}
          </p>
        </div>
        {row.standing === "duplicate" && (
          <Select
            aria-label={`What becomes of row ${row.number}`}
            className="min-h-10 w-auto text-small"
            value={row.choice}
            options={CHOICES.filter(({ value }) => value !== "fill" || row.fills)}
            onChange={(event) => void choosing.write(event.currentTarget.value as Choice)}
          />
        )}
        {!correct && (
          <Button size="small" variant="quiet" aria-label={`Edit row ${row.number}`} onClick={() => setEdits(true)}>
            Edit
          </Button>
        )}
      </div>
      {row.standing === "duplicate" && <Known row={row} />}
      {correct && <Correction key={JSON.stringify(row.faults)} own={own} row={row} onDone={() => setEdits(false)} />}
    </li>
  );
}
