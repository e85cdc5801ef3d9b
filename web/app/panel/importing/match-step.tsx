// Second step: what each column is, with some of its values beside it, and what holds for rows that say nothing.

import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { useWrite } from "../records/write";
import { counted, discard, type Import, match, ROWS } from "./import";
import { DefaultFields, InviteField } from "./row-fields";

interface StepProps {
  own: Import;
  /** Begins with another file. */
  again: () => void;
}

const SEPARATORS: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };

/** How the file was read, in words. */
function Read({ own }: { own: Import }) {
  const how = own.sheet
    ? `sheet "${own.sheet}"`
    : `${own.encoding?.toUpperCase().replace("CP", "Windows-")}, cells separated by ${SEPARATORS[own.separator ?? ""] ?? own.separator}`;
  return (
    <p className="text-muted">
      <span className="break-all">{own.file}</span>: {counted(own.total, ROWS)}, {how}.
    </p>
  );
}

export function MatchStep({ own, again }: StepProps) {
  const id = useId();
  const [parts, setParts] = useState(own.columns.map(({ part }) => part ?? ""));
  const [defaults, setDefaults] = useState(own.defaults);
  const [invites, setInvites] = useState(own.invites);
  const [fault, setFault] = useState("");
  const matching = useWrite({
    send: (_: object, key) =>
      match(own.id, { matching: parts.map((part) => part || null), defaults: kept(defaults), invites }, key),
    failed: "The columns could not be matched",
    meets: (error) => {
      setFault(error.message);
      return true;
    },
  });
  const dropping = useWrite({ send: (_: object, key) => discard(own.id, key), failed: "Failed to discard the import" });
  const options = [{ value: "", label: "Leave out" }, ...own.parts.map(({ name, label }) => ({ value: name, label }))];
  function next() {
    setFault("");
    return matching.write({ parts, defaults, invites });
  }
  const hasNotes = own.parts.some(({ several }) => several);
  const leftOut = parts.filter((part) => part === "").length;
  return (
    <FormElement className="grid gap-5" onSubmit={next}>
      <Read own={own} />
      {own.fault && <p role="alert">{own.fault}</p>}
      <Table
        label="Columns"
        head={
          <>
            <HeadCell>Column</HeadCell>
            <HeadCell>Field</HeadCell>
            <HeadCell>Values</HeadCell>
          </>
        }
      >
        <tbody>
          {own.columns.map(({ heading, samples }, place) => (
            <Row key={heading}>
              <Cell className="max-w-48 break-words font-semibold max-sm:max-w-28" id={`${id}-${place}`}>
                {heading}
              </Cell>
              <Cell>
                <Select
                  aria-labelledby={`${id}-${place}`}
                  className="min-h-10 min-w-36 text-small"
                  value={parts[place] ?? ""}
                  options={options}
                  onChange={(event) => setParts(parts.with(place, event.currentTarget.value))}
                />
              </Cell>
              <Cell className="max-w-80 truncate text-muted">{samples.join(", ")}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {hasNotes && leftOut > 0 && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          onClick={() => setParts(parts.map((part) => part || "notes"))}
        >
          Keep the Other {leftOut === 1 ? "Column" : `${leftOut} Columns`} in Notes
        </Button>
      )}
      <DefaultFields kind={own.kind} values={defaults} onChange={setDefaults} />
      {own.kind === "users" && <InviteField value={invites} onChange={setInvites} />}
      <p role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          disabled={dropping.busy}
          onClick={async () => {
            if (await dropping.write({})) again();
          }}
        >
          Other File
        </Button>
        <Button type="submit" disabled={matching.busy}>
          Check Rows
        </Button>
      </div>
    </FormElement>
  );
}

const kept = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
