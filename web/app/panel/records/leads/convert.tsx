// A lead becomes a client, and gets its first job, with what the client was promised; taken back as quickly.

import { useState } from "react";
import type { Schemas } from "~/api/client";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { Promised } from "../../any-record/promised";
import { useWaits } from "../../any-record/waits";
import { useWrite } from "../../any-record/write";
import { useOpenMade } from "../../shell/open-made";
import { AskClient } from "./attach";
import { handOver, makeClient, undoConversion } from "./conversions";
import { isOpen, type Lead } from "./lead";

const WAYS = ["client", "handOver"] as const;

type Way = (typeof WAYS)[number];

/** What undoes it: the job's conversion takes back the client that came with it. */
function undoneBy(made: Schemas["Made"] | Schemas["HandedOver"]): string | null {
  return "workOrder" in made ? made.workOrder.conversionId : made.conversionId;
}

interface Then {
  /** Asks for an address, where the server knows of none although somebody seemed to have one. */
  ask: (way: Way) => void;
  onDone: () => void;
}

function useConversion(lead: Lead, way: Way, { ask, onDone }: Then) {
  const about = ["conversions", lead.id];
  const back = useWrite({ about, send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  const openMade = useOpenMade();
  return useWrite({
    about,
    send: (body: Schemas["HandOver"], key): Promise<Schemas["Made"] | Schemas["HandedOver"]> =>
      way === "client" ? makeClient(lead.id, body, key) : handOver(lead.id, body, key),
    done: (made) => ("workOrder" in made ? `Handed over: ${made.workOrder.title}` : `${made.title} is a client now`),
    meets: (error, sent) => {
      const lacks = !sent.address && "address" in error.fields;
      if (lacks) ask(way);
      return lacks;
    },
    onDone,
    open: (made) => ("workOrder" in made ? openMade("work_order", made.workOrder.id) : openMade("client", made.id)),
    failed: way === "client" ? "Failed to make a client" : "Failed to hand over",
    undo: (_sent, made) => {
      const id = undoneBy(made);
      if (id) void back.write(id);
    },
  });
}

const nameOf = (way: Way, lead: Lead) => `${way} of ${lead.id}`;

interface AskProps {
  lead: Lead;
  way: Way;
  /** A job needs a place to go to; asked for where the lead has none. */
  address: boolean;
  send: (said: Said) => unknown;
  close: () => void;
}

type Said = Pick<Schemas["HandOver"], "address" | "promised">;

function Ask({ lead, way, address: asksAddress, send, close }: AskProps) {
  const { typed, change } = useTyped(nameOf(way, lead), { address: "", promised: "" });
  const { address, promised } = typed;
  useEscape(close);
  return (
    <FormElement
      className="grid gap-3"
      onSubmit={() =>
        send({
          ...(asksAddress && { address: address.trim() }),
          ...(promised.trim() && { promised: promised.trim() }),
        })
      }
    >
      {asksAddress && (
        <Input
          aria-label="Address"
          placeholder="Street, city, state and ZIP code"
          maxLength={300}
          autoFocus
          value={address}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
      )}
      {way === "handOver" && (
        <Promised focus={!asksAddress} words={promised} type={(words) => change({ promised: words })} />
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" sending="Saving..." disabled={asksAddress && address.trim() === ""}>
          {way === "handOver" ? "Hand Over" : "Make Client"}
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </FormElement>
  );
}

interface ConvertProps {
  lead: Lead;
  isClient: boolean;
  /** After a success. */
  onDone?: () => void;
}

export function Convert({ lead, isClient, onDone }: ConvertProps) {
  const waits = useWaits();
  const [asking, setAsking] = useState(() => WAYS.find((way) => waits(nameOf(way, lead))) ?? null);
  const [attaching, setAttaching] = useState(false);
  // The page may not have been read again by the next press.
  const [attached, setAttached] = useState(false);
  // The server may know of no address although somebody seemed to have one.
  const [lacksAddress, setLacksAddress] = useState(false);
  const asksAddress = lacksAddress || !(isClient || attached || lead.address);
  const then = {
    ask: (way: Way) => {
      setLacksAddress(true);
      setAsking(way);
    },
    onDone: () => {
      setAsking(null);
      onDone?.();
    },
  };
  const ways = { client: useConversion(lead, "client", then), handOver: useConversion(lead, "handOver", then) };
  const busy = ways.client.busy;
  const go = (way: Way, said: Said) => ways[way].write({ ...said, won: isOpen(lead) });
  function closePicker(done: boolean) {
    setAttaching(false);
    setAttached(done);
  }
  if (attaching) return <AskClient lead={lead} close={closePicker} />;
  if (asking) {
    const send = (said: Said) => go(asking, said);
    return <Ask lead={lead} way={asking} address={asksAddress} send={send} close={() => setAsking(null)} />;
  }
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button size="small" busy={busy} onClick={() => setAsking("handOver")}>
        Hand Over
      </Button>
      {!isClient && (
        <>
          <Button
            size="small"
            variant="outline"
            busy={busy}
            onClick={() => (asksAddress ? setAsking("client") : go("client", {}))}
          >
            Make Client
          </Button>
          <Button size="small" variant="outline" busy={busy} onClick={() => setAttaching(true)}>
            Attach to Client
          </Button>
        </>
      )}
    </div>
  );
}
