// Signing in by PIN, on a phone where its person has signed in with everything this week.
import { useEffect, useState } from "react";
import { object } from "valibot";
import { api, bodyOf } from "~/api/client";
import { ApiError, sentenceOf } from "~/api/error";
import { forgetPhonePin } from "~/api/phone-pin";
import { PasswordField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { sixDigits } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { notifyError } from "~/ui/toast";
import { enter } from "./enter";
import { StepHeading } from "./step";

const FAILED = "The PIN could not be checked. Please try again.";

const schema = object({ pin: sixDigits() });

const here = () => bodyOf(api.get("/api/auth/device-pin"));

export function PinStep({ onOther }: { onOther: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const form = useFields({ schema, defaults: { pin: "" } });

  /** Whoever has no PIN here any more goes on with the address. */
  async function lookAgain() {
    const found = await here().catch(() => undefined); // without an answer the PIN may still be good
    if (found && found.name === null) {
      forgetPhonePin();
      onOther();
    }
    if (found) setName(found.name);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once
  useEffect(() => {
    void lookAgain();
  }, []);

  return (
    <>
      <StepHeading title={name ? `Welcome back, ${name}` : "Welcome Back"} tab="Log in">
        Enter the PIN of this phone.
      </StepHeading>
      <Form
        form={form}
        onFailed={(error) => {
          form.setValue("pin", "");
          notifyError("Error", sentenceOf(error, FAILED));
          if (error instanceof ApiError && error.status === 401) void lookAgain();
        }}
        send={async (body) => {
          const { redirectUrl } = await bodyOf(api.post("/api/auth/device-pin/use", { body }));
          await enter(redirectUrl, "Welcome back!");
        }}
      >
        <PasswordField name="pin" label="PIN" inputMode="numeric" autoComplete="off" maxLength={6} autoFocus />
        <FormFault unexplained={FAILED} lost={FAILED} />
        <SubmitButton size="large" sending="Checking...">
          Log In
        </SubmitButton>
      </Form>
      <div className="mt-5 grid">
        <Button variant="quiet" onClick={onOther}>
          Use Email and Password
        </Button>
      </div>
    </>
  );
}
