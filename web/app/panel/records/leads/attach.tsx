// A lead that turns out to be of somebody who is a client already; and one that was attached to the wrong client.
import type { ReactNode } from "react";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { useWrite, type WriteOptions } from "../../any-record/write";
import { ClientPicker } from "../clients/client-picker";
import { detach, makeClient, undoConversion } from "./conversions";
import type { Lead } from "./lead";

type Made = Schemas["Made"];

type How<Sent> = Pick<WriteOptions<Sent, Made>, "send" | "done" | "failed" | "onDone">;

function useConversion<Sent>(leadId: string, how: How<Sent>) {
  const about = ["conversions", leadId];
  const back = useWrite({ about, send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  return useWrite({
    ...how,
    about,
    undo: (_sent, { conversionId }) => {
      if (conversionId) void back.write(conversionId);
    },
  });
}

export const useAttach = (leadId: string, onDone = () => {}) =>
  useConversion(leadId, {
    onDone,
    send: (clientId: string, key) => makeClient(leadId, { clientId }, key),
    done: ({ title }) => `Attached to ${title}`,
    failed: "Failed to attach the lead",
  });

const useDetach = (leadId: string, onDone: () => void) =>
  useConversion(leadId, {
    onDone,
    send: (_nothing: undefined, key) => detach(leadId, {}, key),
    done: ({ title }) => `Detached from ${title}`,
    failed: "Failed to detach the lead",
  });

/** To the right client at once; taken back together. */
const useReattach = (leadId: string, onDone: () => void) =>
  useConversion(leadId, {
    onDone,
    send: (clientId: string, key) => detach(leadId, { clientId }, key),
    done: ({ title }) => `Attached to ${title}`,
    failed: "Failed to attach the lead",
  });

const schema = object({ clientId: required() });

interface AskClientProps {
  lead: Lead;
  /** `attached` tells whether it was done. */
  close: (attached: boolean) => void;
}

/** Where nobody was recognized: the client is chosen by hand. */
export const AskClient = (props: AskClientProps) => (
  <ChooseClient {...props} attach={useAttach(props.lead.id, () => props.close(true)).write} />
);

/** Where somebody else was: the lead is detached, or given to the right client. */
export function ChangeClient({ lead, close }: AskClientProps) {
  const { write, busy } = useDetach(lead.id, () => close(false));
  const reattach = useReattach(lead.id, () => close(true));
  return (
    <ChooseClient label="The right client" lead={lead} close={close} attach={reattach.write}>
      <Button size="small" variant="outline" busy={busy} onClick={() => write(undefined)}>
        Detach
      </Button>
    </ChooseClient>
  );
}

interface ChooseClientProps extends AskClientProps {
  /** What it is called, if not the client alone. */
  label?: string;
  /** Answers null where it failed; else it has closed the form. */
  attach: (clientId: string) => Promise<Made | null>;
  /** What else may be done. */
  children?: ReactNode;
}

function ChooseClient({ label, lead, close, attach, children }: ChooseClientProps) {
  const form = useFields({ schema, defaults: { clientId: "" } });
  useEscape(() => close(false));
  return (
    <Form form={form} send={async ({ clientId }) => (await attach(clientId)) !== null} className="gap-3">
      <ClientPicker branchId={lead.branchId} {...(label && { label })} />
      <FormFault />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" sending="Saving...">
          Attach
        </SubmitButton>
        {children}
        <Button size="small" variant="quiet" onClick={() => close(false)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
