// Asks for a copy of one's data, a correction, or to be forgotten. It counts once the link in a letter has been opened.
import { useState } from "react";
import * as v from "valibot";
import { api } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { EmailField, SelectField, TextareaField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { emailAddress, tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { ownData as words } from "../content/own-data";
import { Honeypot } from "./honeypot";

const schema = v.object({
  email: emailAddress(),
  kind: v.picklist(["copy", "erasure", "correction"]),
  words: v.pipe(v.string(), tidy(), v.maxLength(2_000)),
  website: v.string(),
});

export function OwnDataForm() {
  const form = useFields({ schema, defaults: { email: "", kind: "copy", words: "", website: "" } });
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <div role="status">
        <p className="font-semibold">{words.sent.title}</p>
        <p className="text-muted">{words.sent.text}</p>
      </div>
    );
  return (
    <Form
      form={form}
      send={async ({ words: typed, ...body }, key) => {
        const said = typed && { words: typed };
        await api.post("/api/privacy-requests", { body: { ...body, ...said }, headers: keyed(key) });
      }}
      onSent={() => setSent(true)}
    >
      <EmailField name="email" label={words.email} />
      <SelectField name="kind" label={words.kind} options={words.kinds} />
      <TextareaField name="words" label={words.words} rows={2} optional />
      <Honeypot />
      <FormFault unexplained={words.failed} />
      <SubmitButton sending={words.sending} className="justify-self-start">
        {words.submit}
      </SubmitButton>
    </Form>
  );
}
