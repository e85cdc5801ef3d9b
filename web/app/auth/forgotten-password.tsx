// Asking for a new password. What is said is the same for every address: nobody learns whose it is.
import { useState } from "react";
import { object } from "valibot";
import { Link } from "wouter";
import { api, bodyOf } from "~/api/client";
import { lostAs, sentenceOf } from "~/api/error";
import { EmailField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { emailAddress } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { notifyError } from "~/ui/toast";
import { useRememberedEmail } from "./remembered-email";
import { StepHeading } from "./step";
import { NO_ANSWER } from "./unless-done";

const FAILED = "The email could not be sent. Please try again.";

const schema = object({ email: emailAddress() });

/** What stands in the first step's field: the page as built shows that one, until its code arrives and has read the address. */
const typedBefore = () => document.querySelector<HTMLInputElement>("form input[name=email]")?.value ?? "";

export function ForgottenPassword() {
  const [typed] = useState(typedBefore);
  const remembered = useRememberedEmail() ?? "";
  const [asked, setAsked] = useState<{ email: string; sendsMail: boolean } | null>(null);
  const form = useFields({ schema, defaults: { email: typed || remembered } });
  if (asked) return <Asked {...asked} />;
  return (
    <>
      <StepHeading title="Forgot your password?">We will email you a link to choose a new one.</StepHeading>
      <Form
        form={form}
        onFailed={(error) => notifyError("Error", sentenceOf(error, FAILED))}
        send={async ({ email }) => {
          const call = bodyOf(api.post("/api/auth/forgotten-password", { body: { email } }));
          const { sendsMail } = await call.catch(lostAs(NO_ANSWER));
          setAsked({ email, sendsMail });
        }}
      >
        <EmailField autoComplete="username" />
        <FormFault unexplained={FAILED} />
        <SubmitButton size="large" sending="Sending...">
          Send Link
        </SubmitButton>
        <Link href="/login" className="justify-self-start py-2 text-small">
          Back to Login
        </Link>
      </Form>
    </>
  );
}

function Asked({ email, sendsMail }: { email: string; sendsMail: boolean }) {
  return (
    <div role="status" className="grid gap-2">
      <StepHeading title={sendsMail ? "Check your email" : "Ask an administrator"}>
        {sendsMail ? (
          <>
            If <strong className="break-all font-semibold text-ink">{email}</strong> has an account here, a link is on
            its way. It works for one hour. Nothing there after a few minutes? Look in the junk folder, or ask an
            administrator for a link.
          </>
        ) : (
          "No email is sent from here yet. An administrator can make you a link to choose a new password."
        )}
      </StepHeading>
      <Link href="/login" className="justify-self-start py-2 text-small">
        Back to Login
      </Link>
    </div>
  );
}
