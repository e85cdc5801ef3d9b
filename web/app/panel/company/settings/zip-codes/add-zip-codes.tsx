// Gives a branch ZIP codes: typed, pasted, or from a CSV file. What would become of each is told before anything is saved, and
// what another branch serves moves only on request.

import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Dialog } from "~/ui/dialog";
import { FileButton } from "~/ui/file-button";
import { Select, Textarea } from "~/ui/input";
import { notifyError } from "~/ui/toast";
import { useTyped } from "../../../any-record/draft";
import { useWrite } from "../../../any-record/write";
import { useOpenBranches } from "../../../staff/queries";
import { textOf } from "./file-text";
import { check, counted, type Given, useBranchName, useGive, type ZipReport } from "./zip-code";

/** Of the lines that are refused; these are mended first. */
const SHOWN = 20;

interface ReportProps {
  report: ZipReport;
  move: boolean;
  onMove: (move: boolean) => void;
}

/** Those of each other branch: "3 from Dayton". */
function Taken({ report: { taken }, move, onMove }: ReportProps) {
  const nameOf = useBranchName();
  const others = Object.entries(taken);
  if (others.length === 0) return null;
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--color-primary)"
        checked={move}
        onChange={(event) => onMove(event.currentTarget.checked)}
      />
      <span>
        Move these here from other branches:{" "}
        {others.map(([id, zips]) => `${counted(zips)} from ${nameOf(id)}`).join(", ")}
      </span>
    </label>
  );
}

function Report(props: ReportProps) {
  const { added, unchanged, taken, refused, refusedCount } = props.report;
  const told = refused.filter(({ zip }) => zip === null);
  const more = refusedCount - Object.values(taken).flat().length - Math.min(told.length, SHOWN);
  return (
    <section aria-label="What will happen" className="grid gap-3 rounded-control bg-sunk p-4">
      <ul className="grid gap-1">
        <li>{added.length > 0 ? `${counted(added)} will be added` : "Nothing will be added"}</li>
        {unchanged.length > 0 && <li className="text-muted">{counted(unchanged)} already there</li>}
      </ul>
      <Taken {...props} />
      {told.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-sans font-semibold text-base">Not taken</h3>
          <ul className="grid gap-1">
            {told.slice(0, SHOWN).map(({ line, text, reason }) => (
              <li key={`${line} ${text}`} className="break-words">
                <span className="text-muted">Line {line}:</span> {text}. {reason}
              </li>
            ))}
          </ul>
          {more > 0 && <p className="text-muted">And {more.toLocaleString("en-US")} more lines.</p>}
        </div>
      )}
    </section>
  );
}

/** How many ZIP codes a press would change. */
function changed({ added, taken }: ZipReport, move: boolean): string[] {
  return [...added, ...(move ? Object.values(taken).flat() : [])];
}

/** "Add 12 ZIP Codes". */
const actionFor = (count: number) =>
  count === 1 ? "Add 1 ZIP Code" : `Add ${count.toLocaleString("en-US")} ZIP Codes`;

interface AddProps {
  branchId: string;
  onDone: () => void;
}

function Add({ branchId, onDone }: AddProps) {
  const id = useId();
  const branches = useOpenBranches();
  const known = branches.some(({ id }) => id === branchId);
  const {
    typed: given,
    type: setGiven,
    lift,
  } = useTyped<Given>(
    "ZIP codes",
    { branchId: known ? branchId : "", text: "", move: false },
    ({ text }) => text.trim() !== "",
  );
  const [report, setReport] = useState<ZipReport | null>(null);
  const chosen = given.branchId || (branches.length === 1 ? (branches[0]?.id ?? "") : "");
  const look = useWrite({ send: (asked: Given) => check(asked), failed: "Failed to check the ZIP codes" });
  const save = useGive();
  const zips = report ? changed(report, given.move) : [];

  function change(part: Partial<Given>) {
    setGiven({ ...given, ...part });
    setReport(null);
  }
  async function read(file: File) {
    try {
      change({ text: await textOf(file) });
    } catch (error) {
      notifyError("File Too Large", (error as Error).message);
    }
  }
  async function next(_event: unknown, since: () => boolean) {
    const asked = { ...given, branchId: chosen };
    if (!chosen || given.text.trim() === "") return;
    if (!report) return setReport(await look.write({ ...asked, move: false }));
    if (zips.length === 0) return;
    const saved = await save.write(asked);
    if (!saved || since()) return;
    if (saved.report.added.length + saved.report.moved.length === 0) return setReport(saved.report);
    lift();
    onDone();
  }
  return (
    <FormElement className="grid gap-4" onSubmit={next}>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-branch`} className="font-semibold text-small">
          Branch
        </label>
        <Select
          id={`${id}-branch`}
          required
          value={chosen}
          onChange={(event) => change({ branchId: event.currentTarget.value })}
          options={[
            { value: "", label: "Choose a branch" },
            ...branches.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-zips`} className="font-semibold text-small">
          ZIP codes
        </label>
        <Textarea
          id={`${id}-zips`}
          aria-describedby={`${id}-help`}
          required
          className="max-h-60 font-mono"
          value={given.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <p id={`${id}-help`} className="text-muted text-small">
          Typed or pasted, separated by spaces, commas or lines. Of a CSV file the first column counts.
        </p>
      </div>
      <FileButton
        label="Choose CSV File"
        icon={<FileUp aria-hidden />}
        accept={[".csv", ".txt", "text/csv", "text/plain"]}
        busy={false}
        className="justify-self-start"
        onFile={read}
      />
      <div role="status">
        {report && <Report report={report} move={given.move} onMove={(move) => setGiven({ ...given, move })} />}
      </div>
      <SubmitButton className="justify-self-end" disabled={report !== null && zips.length === 0}>
        {report ? actionFor(zips.length) : "Check"}
      </SubmitButton>
    </FormElement>
  );
}

interface AddZipCodesProps extends AddProps {
  open: boolean;
}

export function AddZipCodes({ open, ...props }: AddZipCodesProps) {
  return (
    <Dialog open={open} onOpenChange={props.onDone} title="Add ZIP Codes">
      {open && <Add {...props} />}
    </Dialog>
  );
}
