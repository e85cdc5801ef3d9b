// Reports kept under a name, for oneself or for the branch: opened, sent every Monday, or deleted.

import { Bookmark, Mail, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { newKey } from "~/api/idempotency";
import { refreshPanel } from "~/api/queries";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { Input } from "~/ui/input";
import { notify, type ToastAction } from "~/ui/toast";
import { tellFailure } from "../../records/write";
import { spans } from "./period";
import { type Saved, saved, useSaved } from "./report";

type New = Parameters<typeof saved.create>[0];

interface SavedReportsProps {
  /** What is shown now, as it would be kept; null where its days have no name, and so mean nothing next week. */
  present: Omit<New, "name" | "shared"> | null;
  open: (report: Saved) => void;
}

function SaveForm({ present, onDone }: { present: Omit<New, "name" | "shared">; onDone: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await saved.create({ ...present, name: name.trim(), shared }, key);
      await refreshSaved();
      notify("Success", `Saved as ${name.trim()}`);
      onDone();
    } catch (error) {
      tellFailure(error, "The report could not be saved. Please try again.");
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="grid gap-4" onSubmit={save}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          Name
        </label>
        <Input id={id} required maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <p className="text-muted text-small">It is always about {spans[present.period].toLowerCase()}.</p>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-(--color-primary)"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        Everybody of my branch who sees reports may open it
      </label>
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={busy}>
          Save Report
        </Button>
      </div>
    </form>
  );
}

const refreshSaved = refreshPanel;

function SavedLine({ report, open }: { report: Saved; open: () => void }) {
  async function act(work: () => Promise<unknown>, words: string, failed: string, ...actions: ToastAction[]) {
    try {
      await work();
      await refreshSaved();
      notify("Success", words, ...actions);
    } catch (error) {
      tellFailure(error, failed);
    }
  }
  const { name, period, mine, weekly } = report;
  async function bringBack() {
    const { by, measures, ofBranch, chart, shared } = report;
    const back = await saved.create(
      { name, report: report.report, by, period, measures, ofBranch, chart, shared },
      newKey(),
    );
    if (weekly) await saved.weekly(back, true, newKey());
  }
  const undo = { label: "Undo", act: () => void act(bringBack, `${name} is back`, "It could not be brought back.") };
  const remove = () =>
    act(() => saved.remove(report, newKey()), `${name} was deleted`, "It could not be deleted.", undo);
  return (
    <li className="flex min-h-12 items-center gap-2 border-hairline border-t py-1 first:border-t-0">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="max-w-full truncate text-left font-semibold text-link hover:underline"
          onClick={open}
        >
          {name}
        </button>
        <p className="text-muted text-small">
          {spans[period]}
          {!mine && ", shared"}
        </p>
      </div>
      <Button
        variant={weekly ? "primary" : "quiet"}
        size="iconSmall"
        aria-pressed={weekly}
        aria-label={`Send me ${name} every Monday`}
        title="Send it to me every Monday"
        onClick={() =>
          act(
            () => saved.weekly(report, !weekly, newKey()),
            weekly ? "It is not sent any more" : "It is sent to you every Monday",
            "That could not be changed. Please try again.",
          )
        }
      >
        <Mail aria-hidden />
      </Button>
      {mine && (
        <Button variant="quiet" size="iconSmall" aria-label={`Delete ${name}`} onClick={() => void remove()}>
          <Trash2 aria-hidden />
        </Button>
      )}
    </li>
  );
}

export function SavedReports({ present, open }: SavedReportsProps) {
  const { data } = useSaved();
  const [shown, setShown] = useState<"list" | "save" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button variant="outline" className="min-h-10 text-small" onClick={() => setShown("list")}>
        <Bookmark aria-hidden />
        Saved{data && data.length > 0 ? ` (${data.length})` : ""}
      </Button>
      <Dialog
        open={shown !== null}
        onOpenChange={close}
        title={shown === "save" ? "Save Report" : "Saved Reports"}
        shape="medium"
      >
        {shown === "save" && present && <SaveForm present={present} onDone={close} />}
        {shown === "list" && (
          <div className="grid gap-4">
            {data && data.length > 0 ? (
              <ul>
                {data.map((report) => (
                  <SavedLine
                    key={report.id}
                    report={report}
                    open={() => {
                      close();
                      open(report);
                    }}
                  />
                ))}
              </ul>
            ) : (
              <p className="text-muted">You have saved no report yet.</p>
            )}
            {present ? (
              <Button className="justify-self-start" onClick={() => setShown("save")}>
                Save the Report That Is Shown
              </Button>
            ) : (
              <p className="text-muted">
                Choose days by their name, such as this month, to save the report that is shown.
              </p>
            )}
          </div>
        )}
      </Dialog>
    </>
  );
}
