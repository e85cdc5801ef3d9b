// The contact form. Opened by /support#emergency it says so to whoever reads the message.
import { useEffect, useState } from "react";
import * as v from "valibot";
import { api } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { EmailField, PhoneField, TextareaField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { emailAddress } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { notify, notifyError } from "~/ui/toast";
import { track } from "../analytics";
import { type contactForm, unscripted } from "../content/contact";
import { anchors } from "../content/support";
import { Honeypot } from "./honeypot";
import { UnscriptedNote } from "./unscripted-note";

type Words = typeof contactForm;

const defaults = { name: "", email: "", phone: "", message: "", website: "" };

const schemaOf = ({ messages }: Words) =>
  v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(2, messages.name)),
    email: emailAddress({ invalid: messages.email }),
    phone: v.string(),
    message: v.pipe(v.string(), v.trim(), v.minLength(10, messages.message)),
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

export default function ContactForm({ words }: { words: Words }) {
  const form = useFields({ schema: schemaOf(words), defaults });
  const { emergency, end } = useEmergency();
  const { messages } = words;
  return (
    <>
      <UnscriptedNote text={unscripted.form} className="mb-5" />
      <Form
        form={form}
        send={(values, key) => {
          const body = { ...values, topic: emergency ? ("emergency" as const) : ("contact" as const) };
          return api.post("/api/contact", { body, headers: keyed(key) });
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
        </div>
        <PhoneField label={words.phone.label} hint={words.phone.hint} />
        <TextareaField name="message" label={words.message} rows={6} />
        <Honeypot />
        <FormFault noticed="that" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton size="large" sending={words.sending}>
            {words.submit}
          </SubmitButton>
          <p className="max-w-[40ch] text-muted text-small">{words.privacy}</p>
        </div>
      </Form>
    </>
  );
}
