// First step of the login: whose account it is decides where it goes on.
import { object } from "valibot";
import { useLocation } from "wouter";
import { api, bodyOf } from "~/api/client";
import { ApiError, isLost, sentenceOf } from "~/api/error";
import { EmailField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { emailAddress } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { notifyError } from "~/ui/toast";
import { PasskeyAlone } from "./passkey-alone";
import { rememberEmail } from "./remembered-email";
import { StepHeading } from "./step";
import { NO_ANSWER } from "./unless-done";

const NOT_REGISTERED = "This is a client-only system. Your email is not registered.";
const FAILED = "Failed to check email. Please try again.";

const schema = object({ email: emailAddress() });

/** Asks whose address it is; an unknown one is refused in the same words, however the server says so. */
async function accountOf(address: string) {
  const found = await bodyOf(api.post("/api/auth/check-email", { body: { email: address } }));
  if (!found.exists) throw new ApiError(403, JSON.stringify({ error: NOT_REGISTERED }), "");
  return found;
}

function tell(error: unknown) {
  const registered = !(error instanceof Error && error.message.includes("client-only"));
  if (registered) notifyError("Error", sentenceOf(error, isLost(error) ? NO_ANSWER : FAILED));
  else notifyError("Access Denied", NOT_REGISTERED);
}

export function EmailStep() {
  const [, navigate] = useLocation();
  const form = useFields({ schema, defaults: { email: "" } });
  return (
    <>
      <StepHeading title="Welcome Back" tab="Log in">
        Enter your account's email address.
      </StepHeading>
      <Form
        form={form}
        onFailed={tell}
        send={async (values) => {
          const { userType } = await accountOf(values.email);
          const step = userType === "staff" ? "/login/staff" : "/login/client";
          rememberEmail(values.email, step);
          navigate(step);
        }}
      >
        <EmailField autoComplete="username" />
        <FormFault unexplained={FAILED} lost={NO_ANSWER} />
        <SubmitButton size="large" sending="Checking...">
          Continue
        </SubmitButton>
      </Form>
      <PasskeyAlone />
    </>
  );
}
