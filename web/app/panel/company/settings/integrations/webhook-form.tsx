// The form of a webhook: its URL, and what it is told. After a new one its secret, shown once.

import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { array, minLength, object, picklist, pipe } from "valibot";
import { TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { Fault } from "~/ui/fault";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../../../any-record/kept-fields";
import { useOnce } from "../../../any-record/once";
import { useMadeSecret } from "./made-secret";
import { EACH, EVENTS, editMade, editWebhook, type Made, makeWebhook, type Webhook } from "./webhook";
import { WebhookSecret } from "./webhook-secret";

const schema = object({
  url: required(),
  events: pipe(array(picklist(EACH)), minLength(1, "Choose at least one event")),
});

function Events() {
  const { register, formState } = useFormContext();
  const fault = formState.errors.events?.message as string | undefined;
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2" aria-describedby={fault && "events-fault"}>
      <legend className="mb-1 font-semibold text-small">
        Events <span className="font-normal text-muted text-tiny">(at least one)</span>
      </legend>
      {EACH.map((event) => (
        <label key={event} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            value={event}
            className="size-5 shrink-0 accent-(--color-primary)"
            {...register("events")}
          />
          {EVENTS[event]}
        </label>
      ))}
      <Fault id="events-fault" className="sm:col-span-2">
        {fault}
      </Fault>
    </fieldset>
  );
}

interface FieldsProps {
  webhook: Webhook | null;
  /** As soon as there is a secret. */
  onMade: (made: Made) => void;
  onSaved: () => void;
}

function Fields({ webhook, onMade, onSaved }: FieldsProps) {
  const saved = useRef<Webhook>(null);
  const { save } = useOnce(makeWebhook, editMade);
  const { form } = useKeptFields(`webhook ${webhook?.id}`, {
    schema,
    defaults: { url: webhook?.url ?? "", events: webhook?.events ?? [] },
  });
  return (
    <Form
      form={form}
      guarded
      send={async (body, key) => {
        if (!webhook) return onMade(await save(body, key));
        saved.current = await editWebhook(saved.current ?? webhook, body, key);
        notify("Success", "The webhook was saved");
      }}
      since={SINCE}
      onSent={onSaved}
    >
      <TextField
        name="url"
        label="URL"
        hint="Begins with https:// and can be reached from the internet."
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        autoFocus
      />
      <Events />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <FormFault unexplained="Failed to save the webhook" />
        <DialogClose>
          <Button variant="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton sending="Saving...">{webhook ? "Save Webhook" : "Create Webhook"}</SubmitButton>
      </div>
    </Form>
  );
}

interface WebhookDialogProps {
  open: boolean;
  /** The one to change; null makes a new one. */
  webhook: Webhook | null;
  onOpenChange: (open: boolean) => void;
}

export default function WebhookDialog({ open, webhook, onOpenChange }: WebhookDialogProps) {
  const { made, setMade, shown, show, close } = useMadeSecret<Made>(onOpenChange);
  return (
    <Dialog
      open={open}
      onOpenChange={shown ? close : show}
      shape="large"
      title={shown ? "Signing Secret" : webhook ? "Edit Webhook" : "New Webhook"}
      description={shown || webhook ? undefined : "It receives events of every branch, as an administrator sees them."}
    >
      {shown && made ? (
        <div className="grid gap-5">
          <WebhookSecret made={made} />
          <Button className="justify-self-end" onClick={close}>
            I Have Kept It
          </Button>
        </div>
      ) : (
        <Fields webhook={webhook} onMade={setMade} onSaved={show} />
      )}
    </Dialog>
  );
}
