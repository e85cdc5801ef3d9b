// Second step of the login, for staff: the password of the address chosen before.
import { ArrowLeft } from "lucide-react";
import { minLength, object, pipe, string } from "valibot";
import { Link, useLocation } from "wouter";
import { api, bodyOf } from "~/api/client";
import { isLost, sentenceOf } from "~/api/error";
import { PasswordField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { notifyError } from "~/ui/toast";
import { wayIn } from "./enter";
import { forgetEmail, useRememberedEmail } from "./remembered-email";
import { useRequireEmail } from "./require-email";
import { StepHeading } from "./step";
import { unlessDone } from "./unless-done";

/** Said where the server gives no sentence: it says itself that a password is wrong. */
const FAILED = "The password could not be checked. Please try again.";

const schema = object({ password: pipe(string(), minLength(1, "Password is required")) });

export default function PasswordStep() {
  useRequireEmail();
  const email = useRememberedEmail() ?? "";
  const [, navigate] = useLocation();
  const form = useFields({ schema, defaults: { password: "" } });

  async function logIn({ password }: { password: string }) {
    const enter = wayIn();
    const call = bodyOf(api.post("/api/auth/login", { body: { email, password } }));
    const { redirectUrl } = await call.catch(unlessDone(isLost));
    await enter(redirectUrl, "Welcome back!");
  }

  function back() {
    forgetEmail();
    navigate("/login");
  }

  return (
    <>
      <StepHeading title="Enter your password" tab="Password">
        {email && (
          <>
            Signing in as <strong className="break-all font-semibold text-ink">{email}</strong>
          </>
        )}
      </StepHeading>
      <Form form={form} send={logIn} onFailed={(error) => notifyError("Error", sentenceOf(error, FAILED))}>
        {/* For password managers: they file a password under the address that stands beside it. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
        <FormFault unexplained={FAILED} />
        <SubmitButton size="large" sending="Logging in...">
          Log In
        </SubmitButton>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button variant="quiet" onClick={back}>
            <ArrowLeft aria-hidden /> Back
          </Button>
          <Link href="/login?view=forgotten" className="py-2 text-small">
            Forgot your password?
          </Link>
        </div>
      </Form>
    </>
  );
}
