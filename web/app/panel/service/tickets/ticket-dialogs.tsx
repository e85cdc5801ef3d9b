// The dialogs of the tickets screen: making a ticket, changing one.
import { Dialog } from "~/ui/dialog";
import { useRecord } from "../../list/list";
import type { Opened } from "../../list/open-record";
import { RecordBody } from "../../list/record-dialog";
import { History } from "../../records/history";
import { type Ticket, tickets } from "./queries";
import { TicketForm } from "./ticket-form";

function EditTicket({ id, onDone }: { id: string; onDone: () => void }) {
  const record = useRecord(tickets, id);
  return (
    <RecordBody record={record}>
      {(ticket) => (
        <>
          <TicketForm ticket={ticket} onDone={onDone} />
          <History kind={tickets} id={id} />
        </>
      )}
    </RecordBody>
  );
}

interface TicketDialogsProps {
  opened: Opened;
  close: () => void;
  /** Shows a ticket that was just made. */
  reveal: (made: Ticket) => void;
}

export function TicketDialogs({ opened, close, reveal }: TicketDialogsProps) {
  return (
    <>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New Ticket">
        <TicketForm onDone={(made) => (made ? reveal(made) : close())} />
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="large" title="Edit Ticket">
        {opened.kind === "record" && <EditTicket key={opened.id} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
