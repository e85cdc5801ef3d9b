// A lead that turns out to be of somebody who is a client already.
import { object } from "valibot";
import { Form, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useWrite } from "../../records/write";
import { ClientPicker } from "../clients/client-picker";
import { makeClient, undoConversion } from "./conversions";
import type { Lead } from "./lead";

export function useAttach(leadId: string) {
  const back = useWrite({ send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  return useWrite({
    about: ["conversions", leadId],
    send: (clientId: string, key) => makeClient(leadId, { clientId }, key),
    done: ({ title }) => `Attached to ${title}`,
    failed: "Failed to attach the lead",
    undo: (_sent, { conversionId }) => {
      if (conversionId) void back.write(conversionId);
    },
  });
}

const schema = object({ clientId: required() });

interface AskClientProps {
  lead: Lead;
  /** `attached` tells whether it was done. */
  close: (attached: boolean) => void;
}

/** Where nobody was recognized: the client is chosen by hand. */
export function AskClient({ lead, close }: AskClientProps) {
  const { write } = useAttach(lead.id);
  const form = useFields({ schema, defaults: { clientId: "" } });
  return (
    <Form
      form={form}
      send={async ({ clientId }) => (await write(clientId)) !== null}
      onSent={() => close(true)}
      className="gap-3"
    >
      <ClientPicker branchId={lead.branchId} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" sending="Saving...">
          Attach
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={() => close(false)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
