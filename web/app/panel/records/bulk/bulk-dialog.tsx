// Changes many records at once: what to set, then row by row what that would do and what stands in its way, and only then the change,
// which can be stopped on its way and taken back from its notice.
import { type FormEvent, useId, useRef, useState } from "react";
import { refreshPanel } from "~/api/queries";
import { fullName } from "~/lib/people";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { type Option, Select } from "~/ui/input";
import { optionsOf } from "~/ui/look-badge";
import { ProgressBar } from "~/ui/progress-bar";
import { notify, notifyError } from "~/ui/toast";
import { useAssignees, useBranches, useColleagues } from "../../staff/queries";
import { tellFailure } from "../write";
import { type BulkKind, type BulkRow, counted } from "./bulk-kind";
import { type BulkChange, inChunks, type Progress, parted } from "./run";
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

type Parted<Row extends BulkRow> = ReturnType<typeof parted<Row>>;
type Step<Row extends BulkRow> =
  | { name: "choose" }
  | { name: "checking" | "writing"; progress: Progress }
  | { name: "seen"; change: BulkChange; found: Parted<Row> };

/** The people who may be chosen: of the one branch that all of them lie in, else all colleagues; the preview says who does not fit. */
function usePeople<Row extends BulkRow>({ kind, seen, number }: BulkDialogProps<Row>): Option[] {
  const branches = new Set(seen.map(({ branchId }) => branchId ?? ""));
  const [branch = ""] = branches;
  const one = branches.size === 1 && seen.length === number;
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

interface SeenRowsProps<Row extends BulkRow> extends Parted<Row> {
  kind: BulkKind<Row>;
  told: (row: Row) => string;
}

function SeenRows<Row extends BulkRow>({ kind, changed, same, refused, told }: SeenRowsProps<Row>) {
  return (
    <>
      <p role="status" className="font-semibold">
        {counted(changed.length, kind.nouns)} will change.
        {same.length > 0 && ` ${counted(same.length, kind.nouns)} ${same.length === 1 ? "is" : "are"} so already.`}
        {refused.length > 0 &&
          ` ${counted(refused.length, kind.nouns)} will stay as ${refused.length === 1 ? "it is" : "they are"}.`}
      </p>
      <section
        aria-label="What changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-card border border-hairline"
      >
        <ul className="divide-y divide-hairline text-small">
          {refused.map(({ row, why }) => (
            <li key={row.id} className="px-3 py-2">
              <span className="font-semibold">{kind.called(row)}</span>
              <span className="block text-danger">Stays: {why}</span>
            </li>
          ))}
          {changed.map(({ row }) => (
            <li key={row.id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <span className="font-semibold">{kind.called(row)}</span>
              <span className="text-muted">{told(row)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Content<Row extends BulkRow>(props: BulkDialogProps<Row> & { field: string; stop: { current: boolean } }) {
  const { kind, field, label, number, seen, rows, onClose, onDone, stop } = props;
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
      tellFailure(error, "What it would change could not be found out.");
    }
  }

  async function write({ change, found }: Extract<Step<Row>, { name: "seen" }>) {
    const meant = found.changed.map(({ row }) => row);
    const onProgress = (progress: Progress) => setStep({ name: "writing", progress });
    onProgress({ done: 0, of: meant.length });
    const send = (chunk: { id: string; version: number }[], key: string) => kind.send(chunk, change, key);
    const { outcomes, error } = await inChunks({ rows: meant, send, onProgress, stopped: () => stop.current });
    const { changed, refused } = parted(meant, outcomes);
    const undo = { label: "Undo", act: () => void takeBack(kind, changed, change) };
    const actions = changed.length > 0 ? [undo] : [];
    const left = meant.length - changed.length;
    await refreshPanel();
    if (error)
      tellFailure(
        error,
        `${counted(changed.length, kind.nouns)} changed. ${counted(left, kind.nouns)} could not be sent.`,
        ...actions,
      );
    else if (left === 0) notify("Success", `${counted(changed.length, kind.nouns)} changed`, ...actions);
    else
      notifyError(
        "Not all were changed",
        `${counted(changed.length, kind.nouns)} changed. ${counted(left, kind.nouns)} stayed: ${refused[0]?.why ?? "you stopped it."}`,
        ...actions,
      );
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
          <Button disabled={step.found.changed.length === 0} onClick={() => void write(step)} data-start>
            Change {counted(step.found.changed.length, kind.nouns)}
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
  const stop = useRef(false);
  const close = () => {
    stop.current = true; // what is under way ends with its part, and tells how far it came
    onClose();
  };
  if (field === null) stop.current = false;
  return (
    <Dialog open={field !== null} onOpenChange={close} shape="large" title={`${label}: ${counted(number, kind.nouns)}`}>
      {field !== null && <Content key={field} {...props} field={field} stop={stop} />}
    </Dialog>
  );
}
