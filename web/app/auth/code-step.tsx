// The step after the password, where an account asks for a code: of the authenticator app, or a recovery code.
import { useState } from "react";
import { object } from "valibot";
import { Link } from "wouter";
import { api, bodyOf } from "~/api/client";
import { ApiError, sentenceOf } from "~/api/error";
import { TextField } from "~/forms/fields";
import { Form, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { notifyError } from "~/ui/toast";
import { enter } from "./enter";
import { StepHeading } from "./step";

const FAILED = "The code could not be checked. Please try again.";
const schema = object({ code: required("Enter the code") });

const isTooLate = (error: unknown) => error instanceof ApiError && error.status === 401;

export function CodeStep() {
  const [recovers, setRecovers] = useState(false);
  const [late, setLate] = useState(false);
  const form = useFields({ schema, defaults: { code: "" } });
  if (late) return <TooLate />;
  return (
    <>
      <StepHeading title={recovers ? "Enter a recovery code" : "Enter your code"}>
        {recovers
          ? "One of those that you kept when you turned on two-step verification. Each works once."
          : "Your authenticator app shows it. It changes every 30 seconds."}
      </StepHeading>
      <Form
        form={form}
        onFailed={(error) => {
          if (isTooLate(error)) setLate(true);
          else if (!(error instanceof ApiError && "code" in error.fields))
            notifyError("Error", sentenceOf(error, FAILED));
        }}
        send={async (body) => {
          const { redirectUrl } = await bodyOf(api.post("/api/auth/second-factor", { body }));
          await enter(redirectUrl, "Welcome back!");
        }}
      >
        <TextField
          key={String(recovers)}
          name="code"
          label={recovers ? "Recovery Code" : "Code"}
          inputMode={recovers ? "text" : "numeric"}
          autoComplete={recovers ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
        <SubmitButton size="large" sending="Checking...">
          Log In
        </SubmitButton>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button
            variant="quiet"
            onClick={() => {
              form.reset({ code: "" });
              setRecovers(!recovers);
            }}
          >
            {recovers ? "Use the App" : "Use a Recovery Code"}
          </Button>
          <Link href="/login" className="py-2 text-small">
            Start Again
          </Link>
        </div>
      </Form>
    </>
  );
}

function TooLate() {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <StepHeading title="Please sign in again">
        Ten minutes have passed since your password, or this sign-in has ended.
      </StepHeading>
      <Button asChild>
        <Link href="/login">Back to Login</Link>
      </Button>
    </div>
  );
}
