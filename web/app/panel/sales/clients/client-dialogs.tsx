// The dialogs of the clients screen: making a client, changing one.
import { Dialog } from "~/ui/dialog";
import { useRecord } from "../../list/list";
import type { Opened } from "../../list/open-record";
import { RecordBody } from "../../list/record-dialog";
import { History } from "../../records/history";
import { ClientForm } from "./client-form";
import { type Client, clients } from "./queries";

function EditClient({ id, onDone }: { id: string; onDone: () => void }) {
  const record = useRecord(clients, id);
  return (
    <RecordBody record={record}>
      {(client) => (
        <>
          <ClientForm client={client} onDone={onDone} />
          <History kind={clients} id={id} />
        </>
      )}
    </RecordBody>
  );
}

interface ClientDialogsProps {
  opened: Opened;
  close: () => void;
  /** Shows a client that was just made. */
  reveal: (made: Client) => void;
}

export function ClientDialogs({ opened, close, reveal }: ClientDialogsProps) {
  return (
    <>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New Client">
        <ClientForm onDone={(made) => (made ? reveal(made) : close())} />
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="large" title="Edit Client">
        {opened.kind === "record" && <EditClient key={opened.id} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
