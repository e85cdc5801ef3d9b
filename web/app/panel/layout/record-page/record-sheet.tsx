// The sheet that a record's page stands in: as wide as the page needs, the whole screen on a phone; with its own keys.
import { useEffect, useRef } from "react";
import { Dialog } from "~/ui/dialog";
import { useShortcutsOn } from "../../shell/shortcuts";
import { RecordPageView } from "./record-page";
import { type PageKind, useRecordPage } from "./thread";

/** The sheet, and whatever lies over it. */
const DIALOGS = "[role=dialog], [role=alertdialog]";

/** `j` and `k` go through the timeline, whose next page comes as `j` leaves the last event; `e` edits. They rest while something is typed or another window is open. */
function useKeys() {
  const on = useShortcutsOn();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!on) return;
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
      if (document.querySelectorAll(DIALOGS).length > 1) return;
      const events = [...(body.current?.querySelectorAll<HTMLElement>("[data-event]") ?? [])];
      const at = events.indexOf(document.activeElement as HTMLElement);
      if (event.key === "j" && at + 1 < events.length) events[at + 1]?.focus();
      else if (event.key === "j") body.current?.querySelector<HTMLElement>("[data-more]")?.click();
      if (event.key === "k") events[Math.max(at - 1, 0)]?.focus();
      if (event.key === "e") body.current?.querySelector<HTMLElement>("[data-edit]")?.click();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on]);
  return body;
}

export interface RecordSheetProps {
  kind: PageKind;
  id: string;
  onClose: () => void;
}

export function RecordSheet({ kind, id, onClose }: RecordSheetProps) {
  const record = useRecordPage(kind, id);
  const body = useKeys();
  const person = record.data?.lead ?? record.data?.client;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="page"
      title={person?.name ?? (kind === "lead" ? "Lead" : "Client")}
      description={person && (kind === "lead" ? "Lead" : "Client")}
    >
      <div ref={body} className="text-small">
        <RecordPageView key={id} kind={kind} id={id} record={record} />
      </div>
    </Dialog>
  );
}
