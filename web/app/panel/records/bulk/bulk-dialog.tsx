// Changes many records at once: what to set, then row by row what that would do and what stands in its way, and only then the change,
// which can be stopped on its way and taken back from its notice.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { isLost } from "~/api/error";
import { fullName } from "~/lib/people";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { type Option, Select } from "~/ui/input";
import { optionsOf } from "~/ui/look-badge";
import { ProgressBar } from "~/ui/progress-bar";
import { notifyError } from "~/ui/toast";
import { useAssignees, useBranches, useColleagues } from "../../staff/queries";
import { tellFailure } from "../write";
import { type BulkKind, type BulkRow, counted } from "./bulk-kind";
import { carryOut, LOST, type Lost } from "./carry-out";
import { type BulkChange, inChunks, type Parted, type Progress, parted } from "./run";
import { SeenRows } from "./seen-rows";
import { takeBack } from "./undo";

interface BulkDialogProps<Row extends BulkRow> {
  kind: BulkKind<Row>;
  /** What is to be changed; null while nothing is. */
  field: string | null;
  label: string;
  /** How many are meant. */
  number: number;
  /** Those of them that are loaded. */
  seen: readonly Row[];
  /** All that are meant, as they are now. */
  rows: () => Promise<readonly Row[]>;
  onClose: () => void;
  onDone: () => void;
}

/** Nobody, in a list of choices. */
const NOBODY = "nobody";
const TAKE = "take";

type Step<Row extends BulkRow> =
  | { name: "choose" }
  | { name: "checking" | "writing"; progress: Progress }
  | { name: "seen"; change: BulkChange; found: Parted<Row> }
  | { name: "lost"; change: BulkChange; lost: Lost<Row> };

/** The people who may be chosen: of the one branch that all of them lie in, else all colleagues; the preview says who does not fit. */
function usePeople<Row extends BulkRow>({ kind, seen, number }: BulkDialogProps<Row>): Option[] {
  const branches = new Set(seen.map(({ branchId }) => branchId ?? ""));
  const [branch = ""] = branches;
  const readsOne = useBranches().length === 1;
  const one = branches.size === 1 && (readsOne || seen.length === number);
  const { data: assignees } = useAssignees(kind.assigned ?? "lead", branch);
  const { data: colleagues } = useColleagues();
  const people = one
    ? (assignees ?? [])
    : [...(colleagues?.values() ?? [])].filter(({ status }) => status === "active");
  return people.map((person) => ({ value: person.id, label: fullName(person) || person.email }));
}

/** What a field may be set to. */
function useOptions<Row extends BulkRow>(props: BulkDialogProps<Row>): Option[] {
  const people = usePeople(props);
  const branches = useBranches();
  switch (props.field) {
    case "assignedTo":
      return [{ value: NOBODY, label: "Nobody" }, ...people];
    case "branchId":
      return branches.filter(({ status }) => status === "active").map(({ id, name }) => ({ value: id, label: name }));
    default:
      return optionsOf(props.kind.fields.find(({ name }) => name === props.field)?.looks ?? {});
  }
}

/** Tells a value of a field in words. */
function useTold(field: string, options: readonly Option[]) {
  const { data } = useColleagues();
  const branches = useBranches();
  return (value: unknown): string => {
    if (value === null || value === undefined) return field === "branchId" ? "Whole company" : "Nobody";
    const known = options.find((option) => option.value === value)?.label;
    const person = data?.get(String(value));
    return (
      known ??
      (person && (fullName(person) || person.email)) ??
      branches.find(({ id }) => id === value)?.name ??
      "Unknown"
    );
  };
}

function Content<Row extends BulkRow>(props: BulkDialogProps<Row> & { field: string }) {
  const { kind, field, label, number, seen, rows, onClose, onDone } = props;
  const stop = useRef(false);
  // What is under way when the dialog closes ends with its part, and tells how far it came.
  useEffect(() => {
    stop.current = false;
    return () => {
      stop.current = true;
    };
  }, []);
  const id = useId();
  const options = useOptions(props);
  const told = useTold(field, options);
  const [value, setValue] = useState("");
  const [takes, setTakes] = useState(false);
  const [step, setStep] = useState<Step<Row>>({ name: "choose" });
  const mayTake = field === "branchId" && kind.assigned !== undefined;

  async function check(event: FormEvent) {
    event.preventDefault();
    const change: BulkChange = {
      [field]: value === NOBODY ? null : value,
      ...(mayTake && takes && { assignedTo: null }),
    };
    setStep({ name: "checking", progress: { done: 0, of: number } });
    try {
      const meant = await rows();
      const { outcomes, error } = await inChunks({
        rows: meant,
        send: (chunk) => kind.preview(chunk, change),
        onProgress: (progress) => setStep({ name: "checking", progress }),
        stopped: () => stop.current,
      });
      if (error) throw error;
      setStep({ name: "seen", change, found: parted(meant, outcomes) });
    } catch (error) {
      setStep({ name: "choose" });
      if (isLost(error)) notifyError(LOST, "Nothing was changed. Please try again.");
      else tellFailure(error, "What it would change could not be found out.");
    }
  }

  async function write(change: BulkChange, meant: readonly Row[], begun?: Lost<Row>["begun"]) {
    const onProgress = (progress: Progress) => setStep({ name: "writing", progress });
    onProgress({ done: 0, of: meant.length });
    const watch = { onProgress, stopped: () => stop.current, isWatched: () => !stop.current };
    const lost = await carryOut(kind, change, meant, watch, begun);
    if (lost) return setStep({ name: "lost", change, lost });
    onDone();
    onClose();
  }

  if (step.name === "checking" || step.name === "writing") {
    const { done, of } = step.progress;
    return (
      <div className="grid gap-4">
        <p role="status">
          {step.name === "checking" ? "Checking" : "Changing"} {done.toLocaleString("en-US")} of{" "}
          {counted(of, kind.nouns)}...
        </p>
        <ProgressBar label="Progress" value={done} max={of} />
        <div className="flex justify-end">
          <Button
            variant="outline"
            onClick={() => {
              stop.current = true;
              if (step.name === "checking") onClose();
            }}
          >
            Stop
          </Button>
        </div>
      </div>
    );
  }
  if (step.name === "seen") {
    const change = step.change[field];
    return (
      <div className="grid gap-4">
        <SeenRows kind={kind} {...step.found} told={(row) => `${told(Reflect.get(row, field))} → ${told(change)}`} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setStep({ name: "choose" })}>
            Back
          </Button>
          <Button
            disabled={step.found.changed.length === 0}
            onClick={() =>
              void write(
                step.change,
                step.found.changed.map(({ row }) => row),
              )
            }
            data-start
          >
            Change {counted(step.found.changed.length, kind.nouns)}
          </Button>
        </div>
      </div>
    );
  }
  if (step.name === "lost") {
    const { words, rest, begun } = step.lost;
    const undo = () => {
      void takeBack(kind, begun.changed, step.change);
      onDone();
      onClose();
    };
    return (
      <div className="grid gap-4">
        <p role="alert">
          <span className="block font-semibold text-danger">{LOST}</span>
          {words}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          {begun.changed.length > 0 && (
            <Button variant="outline" onClick={undo}>
              Undo
            </Button>
          )}
          <Button onClick={() => void write(step.change, rest, begun)} data-start>
            Try Again
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className="grid gap-4" onSubmit={check}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold text-small">
          {field === "assignedTo" ? "Assign to" : label}
        </label>
        <Select
          id={id}
          required
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          options={[{ value: "", label: "Choose..." }, ...options]}
        />
      </div>
      {mayTake && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={TAKE}
            className="size-5 shrink-0 accent-(--color-primary)"
            checked={takes}
            onChange={(event) => setTakes(event.currentTarget.checked)}
          />
          Take them from whoever has them now
        </label>
      )}
      <p className="text-muted text-small">
        Nothing is changed yet: you see first what would change of {counted(number, kind.nouns)}
        {number > seen.length && ", those that are not loaded too"}.
      </p>
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit">Preview</Button>
      </div>
    </form>
  );
}

export default function BulkDialog<Row extends BulkRow>(props: BulkDialogProps<Row>) {
  const { kind, field, label, number, onClose } = props;
  return (
    <Dialog
      open={field !== null}
      onOpenChange={onClose}
      shape="large"
      title={`${label}: ${counted(number, kind.nouns)}`}
    >
      {field !== null && <Content key={field} {...props} field={field} />}
    </Dialog>
  );
}
