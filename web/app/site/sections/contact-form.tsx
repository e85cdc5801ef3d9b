// The contact form. Opened by /support#emergency it says so to those who read the message.
import { useEffect, useState } from "react";
import * as v from "valibot";
import { EmailField, PhoneField, TextareaField, TextField } from "~/forms/fields";
import { Form, FormFault, UntilNextAttempt, useFields } from "~/forms/form";
import { emailAddress, tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { clockOf } from "~/lib/clock";
import { notify, notifyError } from "~/ui/toast";
import { track } from "../analytics";
import type { contactForm } from "../content/contact";
import { reach, reference } from "../content/sending";
import { anchors } from "../content/support";
import { TextLink } from "../layout/text-link";
import { messagePhotos } from "../photos/photo-box";
import { PhotosField } from "../photos/photos-field";
import { sendMessage } from "../send-message";
import { lastReference, type Reference } from "../visitor";
import { Honeypot } from "./honeypot";
import { StreetField, TIMES, TimeField } from "./reach-fields";
import { ReferenceNumber } from "./reference-number";

type Words = typeof contactForm;

const defaults = {
  name: "",
  email: "",
  phone: "",
  preferredTime: "anytime" as const,
  street: "",
  message: "",
  website: "",
};

const schemaOf = ({ messages }: Words) =>
  v.object({
    name: v.pipe(v.string(), tidy(), v.minLength(2, messages.name)),
    email: emailAddress({ invalid: messages.email }),
    phone: v.string(),
    preferredTime: v.picklist(TIMES),
    street: v.string(),
    message: v.pipe(v.string(), tidy(), v.minLength(10, messages.message)),
    website: v.string(),
  });

/** Whether the address says so, and how to take it back once the message is out. */
function useEmergency() {
  const [emergency, setEmergency] = useState(false);
  useEffect(() => {
    const follow = () => setEmergency(location.hash === `#${anchors.emergency}`);
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const end = () => {
    if (emergency) history.replaceState(history.state, "", location.pathname + location.search);
    setEmergency(false);
  };
  return { emergency, end };
}

/** The number of the last message, which outlives a reload. */
function useLastMessage() {
  const [last, setLast] = useState<Reference | null>(null);
  useEffect(() => setLast(lastReference("message")), []);
  return [last, setLast] as const;
}

export default function ContactForm({ words }: { words: Words }) {
  const form = useFields({ schema: schemaOf(words), defaults });
  const { emergency, end } = useEmergency();
  const [last, setLast] = useLastMessage();
  const { messages } = words;
  return (
    <Form
      form={form}
      plain
      send={async (values, key) => {
        const topic = emergency ? ("emergency" as const) : ("contact" as const);
        const given = await sendMessage({ ...values, topic }, key);
        messagePhotos.sendWith(given.number);
        setLast(given);
      }}
      onSent={() => {
        form.reset(defaults);
        end();
        notify(messages.sent.title, messages.sent.text);
        track("contact_submission", { category: "engagement", label: "contact_form" });
      }}
      onFailed={() => {
        notifyError(messages.failed.title, messages.failed.text);
        track("contact_submission_error", { label: "contact_form" });
      }}
      className="relative scroll-mt-28"
    >
      <p id={anchors.emergency} className={emergency ? "scroll-mt-28 font-semibold text-accent" : "sr-only"}>
        {emergency && words.emergency}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="name" label={words.name} autoComplete="name" />
        <EmailField label={words.email} />
        <PhoneField label={words.phone.label} hint={words.phone.hint} />
        <TimeField />
      </div>
      <TextareaField name="message" label={words.message} rows={6} />
      <StreetField hint={reach.street.withZip} />
      <PhotosField box={messagePhotos} />
      <Honeypot />
      <FormFault unexplained={messages.failed.text} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton size="large" sending={words.sending}>
          {words.submit}
        </SubmitButton>
        <p className="max-w-[40ch] text-muted text-small">
          {words.privacy} <TextLink name="privacy" />
        </p>
      </div>
      <p role="status" className="flex min-h-15 flex-wrap content-start items-center gap-x-2 text-small sm:min-h-9">
        <UntilNextAttempt>
          {last ? (
            <>
              {reference.message(clockOf().day(last.at))} <ReferenceNumber number={last.number} />
            </>
          ) : (
            <span className="text-muted noscript:hidden">{reference.none}</span>
          )}
        </UntilNextAttempt>
      </p>
    </Form>
  );
}
