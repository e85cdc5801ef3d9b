// Second step: what each column is, with some of its values beside it, and what holds for rows that say nothing.

import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { useWrite } from "../any-record/write";
import { counted, discard, type Import, match, type Reading, ROWS, SEPARATORS, type ShownImport, send } from "./import";
import { DefaultFields, InviteField } from "./row-fields";

export interface StepProps {
  own: ShownImport;
  /** Where it was chosen since the page was loaded. */
  file: Blob | undefined;
  open: (id: string, file: Blob) => void;
  /** Begins with another file. */
  again: () => void;
}

type Separator = keyof typeof SEPARATORS;

const separators = Object.entries(SEPARATORS) as [Separator, (typeof SEPARATORS)[Separator]][];

/** How the file was read, in words. */
function Read({ own }: { own: Import }) {
  const [, [, separated]] = separators.find(([, [sign]]) => sign === own.separator) ?? ["", ["", ""]];
  const how = own.sheet
    ? `sheet "${own.sheet}"`
    : `${own.encoding?.toUpperCase().replace("CP", "Windows-")}, cells separated by ${separated.toLowerCase()}`;
  return (
    <p className="text-muted">
      <span className="break-all">{own.file}</span>: {counted(own.total, ROWS)}, {how}.
    </p>
  );
}

/** Reads the same file in another way, where the server took it otherwise than it is meant. */
function ReadAgain({ own, file, open }: Pick<StepProps, "own" | "open"> & { file: Blob }) {
  const id = useId();
  const headings = ["No headings", ...Array.from({ length: own.headingRows }, (_, row) => `Row ${row + 1}`)];
  const now = separators.find(([, [sign]]) => sign === own.separator)?.[0];
  const [fault, setFault] = useState("");
  const reading = useWrite({
    send: ({ how }: { how: Reading }, key) => send(own.kind, file, how, key),
    failed: "The file could not be read",
    meets: (error) => {
      setFault(error.message);
      return true;
    },
  });
  const dropping = useWrite({ send: (_: object, key) => discard(own.id, key), failed: "Failed to discard the import" });
  async function read(how: Reading) {
    setFault("");
    const other = await reading.write({ how });
    if (!other) return;
    open(other.id, file);
    await dropping.write({});
  }
  return (
    <div className="flex flex-wrap items-end gap-4">
      {now && (
        <div className="grid gap-1">
          <label htmlFor={`${id}-separator`} className="font-semibold text-small">
            Cells separated by
          </label>
          <Select
            id={`${id}-separator`}
            value={now}
            options={separators.map(([value, [, label]]) => ({ value, label }))}
            onChange={(event) => void read({ separator: event.currentTarget.value as Separator })}
          />
        </div>
      )}
      <div className="grid gap-1">
        <label htmlFor={`${id}-headings`} className="font-semibold text-small">
          Headings in
        </label>
        <Select
          id={`${id}-headings`}
          value={`${own.headingRow}`}
          options={headings.map((label, row) => ({ value: `${row}`, label }))}
          onChange={(event) =>
            void read({ ...(now && { separator: now }), headingRow: Number(event.currentTarget.value) })
          }
        />
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}

export function MatchStep({ own, file, open, again }: StepProps) {
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
      {file && <ReadAgain own={own} file={file} open={open} />}
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
          busy={dropping.busy}
          onClick={async () => {
            if (await dropping.write({})) again();
          }}
        >
          Other File
        </Button>
        <SubmitButton>Check Rows</SubmitButton>
      </div>
    </FormElement>
  );
}

const kept = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
