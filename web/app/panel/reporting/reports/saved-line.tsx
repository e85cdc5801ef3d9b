// A report that is kept: opened, sent every Monday, renamed, or deleted.
import { Mail, Pencil, Trash2 } from "lucide-react";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { useWrite } from "../../any-record/write";
import { spanTold } from "./period";
import { type Saved, saved } from "./report";

interface SavedLineProps {
  report: Saved;
  /** Whether the focus begins here. */
  isStart: boolean;
  open: () => void;
  rename: () => void;
}

function useActs({ id }: Saved) {
  const about = ["saved report", id];
  const sending = useWrite({
    about,
    send: (report: Saved, key) => saved.weekly(report, !report.weekly, key),
    done: ({ weekly }) => (weekly ? "It is sent to you every Monday" : "It is not sent any more"),
    failed: "That could not be changed. Please try again.",
  });
  const restoring = useWrite({
    about,
    send: saved.restore,
    done: ({ name }) => `${name} is back`,
    failed: "It could not be brought back.",
  });
  const deleting = useWrite({
    about,
    send: async (report: Saved, key) => {
      await saved.remove(report, key);
      return report;
    },
    done: ({ name }) => `${name} was deleted`,
    failed: "It could not be deleted.",
    undo: (report) => void restoring.write(report),
  });
  return { sending, deleting };
}

export function SavedLine({ report, isStart, open, rename }: SavedLineProps) {
  const { name, period, mine, weekly, shared } = report;
  const { sending, deleting } = useActs(report);
  const forWhom = mine ? shared && ", shared with my branch" : ", shared with me";
  return (
    <li className="flex min-h-12 items-center gap-1 border-hairline border-t py-1 first:border-t-0">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="max-w-full truncate text-left font-semibold text-link hover:underline"
          onClick={open}
        >
          {name}
        </button>
        <p className="text-muted text-small">
          {startCase(report.report)}, {spanTold(period)}
          {forWhom}
        </p>
      </div>
      <Button
        variant={weekly ? "primary" : "quiet"}
        size="iconSmall"
        aria-pressed={weekly}
        aria-label={`Send me ${name} every Monday`}
        title="Send it to me every Monday"
        busy={sending.busy}
        onClick={() => void sending.write(report)}
      >
        <Mail aria-hidden />
      </Button>
      {mine && (
        <>
          <Button
            variant="quiet"
            size="iconSmall"
            aria-label={`Rename or share ${name}`}
            onClick={rename}
            data-start={isStart || undefined}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="iconSmall"
            aria-label={`Delete ${name}`}
            busy={deleting.busy}
            onClick={() => void deleting.write(report)}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
    </li>
  );
}
