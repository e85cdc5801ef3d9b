// Subscribes an address to the newsletter: in the footer, and beside the posts. Small on purpose, because every page has it.
import { type SubmitEvent, useId, useRef, useState } from "react";
import { calls } from "~/api/calls";
import { ApiError, isLost } from "~/api/error";
import { keyed, newKey } from "~/api/idempotency";
import { EMAIL, LONGEST_EMAIL } from "~/api/rules";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Input } from "~/ui/input";
import { notify, notifyError } from "~/ui/toast";
import { track } from "../analytics";
import { unscripted, newsletterForm as words } from "../content/contact";
import { TextLink } from "../layout/text-link";
import { UnscriptedNote } from "../sections/unscripted-note";

interface NewsletterFormProps {
  /** Where the form stands, for the events. */
  label: "footer_newsletter" | "blog_newsletter";
}

export function NewsletterForm({ label }: NewsletterFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // What is sent again is done once; another address is another thing to do.
  const attempt = useRef({ email: "", key: "" });
  const [fault, setFault] = useState("");
  // Of an attempt that failed, until the next one; what is typed meanwhile does not mend it.
  const [failed, setFailed] = useState("");

  const typed = () => field.current?.value.trim() ?? "";

  /** Looks at what is in the field; an empty field has no fault, it just sends nothing. */
  function check(): boolean {
    const valid = !typed() || (EMAIL.test(typed()) && typed().length <= LONGEST_EMAIL);
    setFault(valid ? "" : words.messages.email);
    return valid;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>, since: () => boolean) {
    const form = event.currentTarget;
    const email = typed();
    if (!email) return;
    setFailed("");
    if (!check()) return;
    try {
      // Fetched with the first use: most visitors read the page and never send anything.
      const { api } = await calls();
      if (attempt.current.email !== email) attempt.current = { email, key: newKey() };
      await api.post("/api/newsletter", { body: { email }, headers: keyed(attempt.current.key) });
      attempt.current.email = "";
      if (since()) setFailed(words.messages.since);
      else form.reset();
      track("newsletter_subscribe", { label });
      notify(words.messages.sent.title, words.messages.sent.text);
    } catch (error) {
      track("newsletter_subscribe_error", { label });
      const refused = (error instanceof ApiError && error.fields.email) || "";
      if (refused) return setFault(refused);
      setFailed(isLost(error) ? words.messages.lost : words.messages.failed.text);
      notifyError(words.messages.failed.title, words.messages.failed.text);
    }
  }

  const described = fault ? `${id}-fault ${id}-use` : `${id}-use`;
  return (
    <>
      <UnscriptedNote text={unscripted.form} className="text-small" />
      <FormElement noValidate onSubmit={submit} className="grid gap-2" aria-label={words.called[label]}>
        <label htmlFor={id} className="font-semibold text-small">
          {words.email}
        </label>
        <div className="flex flex-wrap gap-2">
          <Input
            ref={field}
            id={id}
            name="email"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            aria-invalid={fault ? true : undefined}
            aria-describedby={described}
            onBlur={check}
            onChange={() => fault && check()}
            className="min-w-48 flex-1"
          />
          <SubmitButton variant="outline" className="min-h-12" sending={words.sending}>
            {words.submit}
          </SubmitButton>
        </div>
        <p id={`${id}-fault`} role="alert" className="font-semibold text-danger text-small empty:hidden">
          {fault || failed}
        </p>
        <p id={`${id}-use`} className="text-muted text-small">
          {words.privacy} <TextLink name="privacy" />
        </p>
      </FormElement>
    </>
  );
}
