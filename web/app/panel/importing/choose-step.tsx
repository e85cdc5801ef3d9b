// First step: a file is dropped or chosen, or rows are pasted; below it what was imported before.

import { Download, FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { FileButton } from "~/ui/file-button";
import { Textarea } from "~/ui/input";
import { useTyped } from "../any-record/draft";
import { useWrite } from "../any-record/write";
import { saveFile } from "../list/save-file";
import { counted, type Import, type ImportKind, NOUNS, send, template } from "./import";

const ACCEPTED = [".csv", ".tsv", ".txt", ".xlsx", "text/csv", "text/plain", "text/tab-separated-values"];

/** In bytes, as the server takes it (duskline/core/tables/reading.py). */
const LARGEST = 20 * 1024 * 1024;

interface ChooseStepProps {
  kind: ImportKind;
  earlier: Import[];
  /** The file too, where it was chosen just now. */
  open: (id: string, file?: Blob) => void;
}

interface Sent {
  file: Blob;
  named: unknown;
}

export function ChooseStep({ kind, earlier, open }: ChooseStepProps) {
  const id = useId();
  const { typed: pasted, type: setPasted, lift } = useTyped(`pasted ${kind}`, "");
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState("");
  const sending = useWrite({
    // What names the file stands beside it: two files are not sent under one key.
    send: ({ file }: Sent, key) => send(kind, file, {}, key),
    failed: "The file could not be read",
    meets: (error) => {
      setFault(error.message);
      return true;
    },
  });
  async function take(file: Blob | undefined) {
    if (!file) return;
    setFault("");
    if (file.size === 0) return setFault("This file is empty. Choose another one.");
    if (file.size > LARGEST) return setFault("This file is larger than 20 MB. Split it, or save it as CSV.");
    const own = await sending.write({ file, named: [file.size, file instanceof File ? file.name : pasted] });
    if (!own) return;
    lift();
    open(own.id, file);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }
  async function paste() {
    if (pasted.trim()) await take(new Blob([pasted], { type: "text/plain;charset=utf-8" }));
  }
  return (
    <div className="grid gap-6">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the button below is everybody's */}
      <div
        className={classes(
          "grid justify-items-center gap-3 rounded-card border-2 border-control border-dashed p-6 text-center",
          over && "bg-sunk",
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>Drop a CSV file or an Excel workbook (.xlsx) here.</p>
        <p className="text-muted text-small">
          A row of headings, then one row for each {NOUNS[kind][0]}. Up to 50,000 rows and 20 MB.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <FileButton
            label="Choose File"
            icon={<FileUp aria-hidden />}
            accept={ACCEPTED}
            busy={sending.busy}
            onFile={(file) => void take(file)}
          />
          <Button variant="quiet" onClick={() => saveFile(template(kind), `${kind}-template.csv`)}>
            <Download aria-hidden />
            Template
          </Button>
        </div>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
      <FormElement className="grid gap-2" onSubmit={paste}>
        <label htmlFor={id} className="font-semibold text-small">
          Or paste rows from a spreadsheet
        </label>
        <Textarea
          id={id}
          className="max-h-60 font-mono text-small"
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <SubmitButton variant="outline" className="justify-self-end" disabled={!pasted.trim()}>
          Use These Rows
        </SubmitButton>
      </FormElement>
      {earlier.length > 0 && <Earlier kind={kind} earlier={earlier} open={open} />}
    </div>
  );
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

function Earlier({ kind, earlier, open }: ChooseStepProps) {
  return (
    <section aria-label="Earlier imports" className="grid gap-2">
      <h3 className="font-sans font-semibold text-base">Earlier imports</h3>
      <ul className="grid gap-2">
        {earlier.map((own) => (
          <li key={own.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button variant="link" className="min-h-11 px-0 py-0" onClick={() => open(own.id)}>
              <span className="break-all">{own.file}</span>
            </Button>
            <span className="text-muted text-small">
              {when.format(new Date(own.createdAt))}, {counted(own.created, NOUNS[kind])}
              {own.state === "undone" && ", undone"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
