// The dialogs of the leads screen: making a lead, changing one.
import { Dialog } from "~/ui/dialog";
import { useRecord } from "../../list/list";
import type { Opened } from "../../list/open-record";
import { RecordBody } from "../../list/record-dialog";
import { History } from "../../records/history";
import { LeadForm } from "./lead-form";
import { type Lead, leads } from "./queries";

function EditLead({ id, onDone }: { id: string; onDone: () => void }) {
  const record = useRecord(leads, id);
  return (
    <RecordBody record={record}>
      {(lead) => (
        <>
          <LeadForm lead={lead} onDone={onDone} />
          <History kind={leads} id={id} />
        </>
      )}
    </RecordBody>
  );
}

interface LeadDialogsProps {
  opened: Opened;
  close: () => void;
  /** Shows a lead that was just made. */
  reveal: (made: Lead) => void;
}

export function LeadDialogs({ opened, close, reveal }: LeadDialogsProps) {
  return (
    <>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New Lead">
        <LeadForm onDone={(made) => (made ? reveal(made) : close())} />
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="large" title="Edit Lead">
        {opened.kind === "record" && <EditLead key={opened.id} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
