// A lead becomes a client, and gets its first job: in one press, and taken back as quickly.
import { useState } from "react";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useWrite } from "../../records/write";
import { AskClient } from "./attach";
import { handOver, makeClient, undoConversion } from "./conversions";
import { isOpen, type Lead } from "./lead";

type Way = "client" | "handOver";

/** What undoes it: the job's conversion takes back the client that came with it. */
function undoneBy(made: Schemas["Made"] | Schemas["HandedOver"]): string | null {
  return "workOrder" in made ? made.workOrder.conversionId : made.conversionId;
}

/** Where the server knows of no address although somebody seemed to have one, `ask` asks for it. */
function useConversion(lead: Lead, way: Way, ask: (way: Way) => void) {
  const back = useWrite({ send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  return useWrite({
    about: ["conversions", lead.id],
    send: (body: Schemas["LeadToClient"], key): Promise<Schemas["Made"] | Schemas["HandedOver"]> =>
      way === "client" ? makeClient(lead.id, body, key) : handOver(lead.id, body, key),
    done: (made) => ("workOrder" in made ? `Handed over: ${made.workOrder.title}` : `${made.title} is a client now`),
    meets: (error, sent) => {
      const lacks = !sent.address && "address" in error.fields;
      if (lacks) ask(way);
      return lacks;
    },
    failed: way === "client" ? "Failed to make a client" : "Failed to hand over",
    undo: (_sent, made) => {
      const id = undoneBy(made);
      if (id) void back.write(id);
    },
  });
}

interface AddressProps {
  busy: boolean;
  send: (address: string) => void;
  close: () => void;
}

/** Asked for where the lead has none: a job needs a place to go to. */
function AskAddress({ busy, send, close }: AddressProps) {
  const [address, setAddress] = useState("");
  useUnsavedGuard(address.trim() !== "");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(address.trim());
      }}
    >
      <Input
        aria-label="Address"
        placeholder="Street, city, state and ZIP code"
        maxLength={300}
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={busy || address.trim() === ""}>
          {busy ? "Saving..." : "Go On"}
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ConvertProps {
  lead: Lead;
  isClient: boolean;
  /** After a success. */
  onDone?: () => void;
}

export function Convert({ lead, isClient, onDone }: ConvertProps) {
  const [asking, setAsking] = useState<Way | null>(null);
  const [attaching, setAttaching] = useState(false);
  // The page may not have been read again by the next press.
  const [attached, setAttached] = useState(false);
  const ways = {
    client: useConversion(lead, "client", setAsking),
    handOver: useConversion(lead, "handOver", setAsking),
  };
  const busy = ways.client.busy;
  async function go(way: Way, address?: string) {
    if (!(isClient || attached || lead.address || address)) return setAsking(way);
    if (!(await ways[way].write({ ...(address && { address }), won: isOpen(lead) }))) return;
    setAsking(null);
    onDone?.();
  }
  function closePicker(done: boolean) {
    setAttaching(false);
    setAttached(done);
  }
  if (attaching) return <AskClient lead={lead} close={closePicker} />;
  if (asking) return <AskAddress busy={busy} send={(address) => go(asking, address)} close={() => setAsking(null)} />;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button size="small" disabled={busy} onClick={() => go("handOver")}>
        Hand Over
      </Button>
      {!isClient && (
        <>
          <Button size="small" variant="outline" disabled={busy} onClick={() => go("client")}>
            Make Client
          </Button>
          <Button size="small" variant="outline" disabled={busy} onClick={() => setAttaching(true)}>
            Attach to Client
          </Button>
        </>
      )}
    </div>
  );
}
