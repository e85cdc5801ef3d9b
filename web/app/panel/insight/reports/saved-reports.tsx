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

type Shown = "nothing" | "list" | "save" | { renames: Saved };

interface ListProps extends SavedReportsProps {
  show: (shown: Shown) => void;
}

function List({ present, open, show }: ListProps) {
  const { data } = useSaved();
  return (
    <div className="grid gap-4">
      {data && data.length > 0 ? (
        <ul>
          {data.map((report) => (
            <SavedLine
              key={report.id}
              report={report}
              rename={() => show({ renames: report })}
              open={() => {
                show("nothing");
                open(report);
              }}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">You have saved no report yet.</p>
      )}
      {present ? (
        <Button className="justify-self-start" onClick={() => show("save")}>
          Save the Report That Is Shown
        </Button>
      ) : (
        <p className="text-muted">Choose days by their name, such as this month, to save the report that is shown.</p>
      )}
    </div>
  );
}

export function SavedReports({ present, open }: SavedReportsProps) {
  const { data } = useSaved();
  const [shown, show] = useState<Shown>("nothing");
  const back = () => show("list");
  const renamed = typeof shown === "object" ? shown.renames : null;
  return (
    <>
      <Button variant="outline" className="min-h-10 text-small" onClick={back}>
        <Bookmark aria-hidden />
        Saved{data && data.length > 0 ? ` (${data.length})` : ""}
      </Button>
      <Dialog
        open={shown !== "nothing"}
        onOpenChange={() => show("nothing")}
        title={renamed ? `Change ${renamed.name}` : shown === "save" ? "Save Report" : "Saved Reports"}
        shape="medium"
      >
        {shown === "list" && <List present={present} open={open} show={show} />}
        {shown === "save" && present && <SavedForm of={{ present }} onDone={back} />}
        {renamed && <SavedForm of={{ report: renamed }} onDone={back} />}
      </Dialog>
    </>
  );
}
