// An owner's request about the warranty. It travels as a message with its own topic and lands in the inbox.
import { useRef } from "react";
import * as v from "valibot";
import { EmailField, PhoneField, TextareaField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { emailAddress, tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Dialog } from "~/ui/dialog";
import { notify } from "~/ui/toast";
import { contactForm } from "../content/contact";
import { warranty } from "../content/warranty";
import { TextLink } from "../layout/text-link";
import { sendMessage } from "../send-message";
import { Honeypot } from "./honeypot";

export type RequestTopic = keyof typeof warranty.requests;

const words = warranty.requestForm;

const required = v.pipe(v.string(), tidy(), v.minLength(1, words.required));
const schema = v.object({
  name: v.pipe(v.string(), tidy(), v.minLength(2, contactForm.messages.name)),
  email: emailAddress({ invalid: contactForm.messages.email }),
  phone: v.string(),
  address: required,
  installed: required,
  notes: v.string(),
  website: v.string(),
});

const defaults = { name: "", email: "", phone: "", address: "", installed: "", notes: "", website: "" };

export default function RequestDialog({ topic, onClose }: { topic: RequestTopic | null; onClose: () => void }) {
  // While the dialog fades out it keeps the words it had.
  const last = useRef<RequestTopic>("product_registration");
  if (topic) last.current = topic;
  const request = warranty.requests[last.current];
  return (
    <Dialog
      open={topic !== null}
      onOpenChange={(open) => !open && onClose()}
      title={request.title}
      description={request.text}
    >
      <RequestForm topic={last.current} onSent={onClose} />
    </Dialog>
  );
}

function RequestForm({ topic, onSent }: { topic: RequestTopic; onSent: () => void }) {
  const form = useFields({ schema, defaults });
  const request = warranty.requests[topic];
  return (
    <Form
      form={form}
      guarded
      send={({ address, installed, notes, ...body }, key) => {
        const message = request.compose(address, installed, notes.trim());
        return sendMessage({ ...body, topic, street: address, message }, key);
      }}
      onSent={() => {
        notify(request.sent.title, request.sent.text);
        onSent();
      }}
    >
      <TextField name="name" label={words.name} autoComplete="name" />
      <EmailField label={words.email} />
      <PhoneField label={words.phone.label} hint={words.phone.hint} />
      <TextField
        name="address"
        label={request.address.label}
        hint={request.address.hint}
        autoComplete="address-line1"
        maxLength={300}
      />
      <TextField name="installed" label={request.extra.label} hint={request.extra.hint} />
      <TextareaField name="notes" label={request.notes.label} hint={request.notes.hint} optional rows={3} />
      <Honeypot />
      <FormFault unexplained={words.failed} />
      <p className="text-muted text-small">
        {words.privacy} <TextLink name="privacy" />
      </p>
      <SubmitButton size="large" sending={words.sending} className="justify-self-start">
        {request.submit}
      </SubmitButton>
    </Form>
  );
}
