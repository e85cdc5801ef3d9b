// A lead becomes a client, and gets its first job, with what the client was promised; taken back as quickly.

import { useId, useRef, useState } from "react";
import type { Schemas } from "~/api/client";
import { Field } from "~/forms/fields";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { useOnce } from "../../any-record/once";
import { Promised } from "../../any-record/promised";
import { SmallForm } from "../../any-record/small-form";
import { useWaits } from "../../any-record/waits";
import { useWrite } from "../../any-record/write";
import { useOpenMade } from "../../shell/open-made";
import { AskClient } from "./attach";
import { handOver, MADE_WITHOUT, makeClient, refuseMore, undoConversion } from "./conversions";
import { isOpen, type Lead } from "./lead";

const WAYS = ["client", "handOver"] as const;

type Way = (typeof WAYS)[number];
type Converted = Schemas["Made"] | Schemas["HandedOver"];

/** What undoes it: the job's conversion takes back the client that came with it. */
function undoneBy(made: Converted): string | null {
  return "workOrder" in made ? made.workOrder.conversionId : made.conversionId;
}

/** `ask` asks for an address, where the server knows of none although somebody seemed to have one. */
function useConversion(lead: Lead, way: Way, ask: (way: Way) => void) {
  const about = ["conversions", lead.id];
  const back = useWrite({ about, send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  const openMade = useOpenMade();
  const make = (body: Schemas["HandOver"], key: string): Promise<Converted> =>
    way === "client" ? makeClient(lead.id, body, key) : handOver(lead.id, body, key);
  const { save, forget } = useOnce(make, refuseMore);
  const { write, busy } = useWrite({
    about,
    send: save,
    done: (made) => ("workOrder" in made ? `Handed over: ${made.workOrder.title}` : `${made.title} is a client now`),
    meets: (error, sent) => {
      const lacks = !sent.address && "address" in error.fields;
      if (lacks) ask(way);
      return lacks;
    },
    open: (made) => ("workOrder" in made ? openMade("work_order", made.workOrder.id) : openMade("client", made.id)),
    failed: way === "client" ? "Failed to make a client" : "Failed to hand over",
    undo: (_sent, made) => {
      forget();
      const id = undoneBy(made);
      if (id) void back.write(id);
    },
  });
  return { write, busy, forget };
}

const nameOf = (way: Way, lead: Lead) => `${way} of ${lead.id}`;

interface AskProps {
  lead: Lead;
  way: Way;
  /** A job needs a place to go to; asked for where the lead has none. */
  address: boolean;
  send: (said: Said) => unknown;
  close: () => void;
  onSent: () => void;
}

type Said = Pick<Schemas["HandOver"], "address" | "promised" | "won">;

function Ask({ lead, way, address: lacksAddress, send, close, onSent }: AskProps) {
  const field = useId();
  const { typed, change } = useTyped(nameOf(way, lead), { address: "", promised: "" });
  const { address, promised } = typed;
  // What was made of a lead without an address is made again of one.
  const asked = useRef(false);
  asked.current ||= lacksAddress;
  const asksAddress = asked.current;
  const [won] = useState(isOpen(lead));
  useEscape(close);
  return (
    <SmallForm
      className="grid gap-3"
      onSubmit={() =>
        send({
          ...(asksAddress && { address: address.trim() }),
          ...(promised.trim() && { promised: promised.trim() }),
          won,
        })
      }
      onSent={onSent}
      since={MADE_WITHOUT}
    >
      {asksAddress && (
        <Field id={`${field}-address`} label="Address">
          <Input
            id={`${field}-address`}
            placeholder="Street, city, state and ZIP code"
            maxLength={300}
            required
            autoFocus
            value={address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        </Field>
      )}
      {way === "handOver" && (
        <Promised focus={!asksAddress} words={promised} type={(words) => change({ promised: words })} />
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" sending="Saving...">
          {way === "handOver" ? "Hand Over" : "Make Client"}
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </SmallForm>
  );
}

interface ConvertProps {
  lead: Lead;
  isClient: boolean;
  /** Whether it has a job. */
  hasJob: boolean;
  /** After a success. */
  onDone?: () => void;
}

export function Convert({ lead, isClient, hasJob, onDone }: ConvertProps) {
  const waits = useWaits();
  const [asking, setAsking] = useState(() => WAYS.find((way) => waits(nameOf(way, lead))) ?? null);
  const [attaching, setAttaching] = useState(false);
  // The page may not have been read again by the next press.
  const [attached, setAttached] = useState(false);
  // The server may know of no address although somebody seemed to have one.
  const [lacksAddress, setLacksAddress] = useState(false);
  const asksAddress = lacksAddress || !(isClient || attached || lead.address);
  function ask(way: Way) {
    setLacksAddress(true);
    setAsking(way);
  }
  const ways = { client: useConversion(lead, "client", ask), handOver: useConversion(lead, "handOver", ask) };
  const busy = ways.client.busy;
  function leave() {
    for (const { forget } of Object.values(ways)) forget();
    setAsking(null);
  }
  function close() {
    leave();
    onDone?.();
  }
  async function makeClientOf() {
    if (await ways.client.write({ won: isOpen(lead) })) close();
  }
  function closePicker(done: boolean) {
    setAttaching(false);
    setAttached(done);
  }
  if (attaching) return <AskClient lead={lead} close={closePicker} />;
  if (asking) {
    const { write } = ways[asking];
    return <Ask lead={lead} way={asking} address={asksAddress} send={write} close={leave} onSent={close} />;
  }
  if (hasJob) return null;
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
            onClick={() => (asksAddress ? setAsking("client") : makeClientOf())}
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
