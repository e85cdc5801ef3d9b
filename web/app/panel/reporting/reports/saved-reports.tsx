// Reports kept under a name, for oneself or for the branch: the list of them, and the form that names one.
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { type Present, type Saved, useSaved } from "./report";
import { SavedForm } from "./saved-form";
import { SavedLine } from "./saved-line";

interface SavedReportsProps {
  /** What is shown now, as it would be kept; null where its days have no name, and so mean nothing next week. */
  present: Present | null;
  open: (report: Saved) => void;
}

interface ListProps extends SavedReportsProps {
  /** The one whose form was closed last, where the focus goes back to. */
  last: string | null;
  onSave: () => void;
  onRename: (report: Saved) => void;
}

function List({ present, open, last, onSave, onRename }: ListProps) {
  const { data } = useSaved();
  return (
    <div className="grid gap-4">
      {data && data.length > 0 ? (
        <ul>
          {data.map((report) => (
            <SavedLine
              key={report.id}
              report={report}
              isStart={report.id === last}
              open={() => open(report)}
              rename={() => onRename(report)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">You have saved no report yet.</p>
      )}
      {present ? (
        <Button className="justify-self-start" onClick={onSave}>
          Save the Report That Is Shown
        </Button>
      ) : (
        <p className="text-muted">Choose days by their name, such as this month, to save the report that is shown.</p>
      )}
    </div>
  );
}

type Shown = "nothing" | "list" | "form";

export function SavedReports({ present, open }: SavedReportsProps) {
  const { data } = useSaved();
  const [shown, show] = useState<Shown>("nothing");
  const [renamed, setRenamed] = useState<Saved | null>(null);
  const begin = (report: Saved | null, next: Shown) => {
    setRenamed(report);
    show(next);
  };
  const back = () => show("list");
  return (
    <>
      <Button variant="outline" className="min-h-10 text-small" onClick={() => begin(null, "list")}>
        <Bookmark aria-hidden />
        Saved{data && data.length > 0 ? ` (${data.length})` : ""}
      </Button>
      <Dialog open={shown === "list"} onOpenChange={() => show("nothing")} title="Saved Reports">
        <List
          present={present}
          open={(report) => {
            show("nothing");
            open(report);
          }}
          last={renamed?.id ?? null}
          onSave={() => begin(null, "form")}
          onRename={(report) => begin(report, "form")}
        />
      </Dialog>
      <Dialog open={shown === "form"} onOpenChange={back} title={renamed ? `Change ${renamed.name}` : "Save Report"}>
        {shown === "form" && (renamed || present) && <SavedForm report={renamed} present={present} onDone={back} />}
      </Dialog>
    </>
  );
}
