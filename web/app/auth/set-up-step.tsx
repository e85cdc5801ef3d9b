// The step of whose role asks for a second factor and who has none yet: a passkey or an app is set up, then the panel opens.
import { useState } from "react";
import { Link } from "wouter";
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError, isLost, sentenceOf } from "~/api/error";
import { Form, FormFault, useFields } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { AppSetup, codeSchema } from "~/forms/two-step/app-setup";
import { RecoveryCodes } from "~/forms/two-step/recovery-codes";
import { browserName } from "~/lib/browsers";
import { isDeclined, makePasskey, takesPasskeys } from "~/lib/passkeys";
import { Button } from "~/ui/button";
import { notifyError } from "~/ui/toast";
import { enter } from "./enter";
import { StepHeading } from "./step";
import { isOver, unlessDone } from "./unless-done";

/** Without codes where the answer with them was lost. */
type SetUp = Pick<Schemas["SetUp"], "redirectUrl"> & Partial<Schemas["SetUp"]>;

const FAILED = "It could not be set up. Please try again.";
const LOST =
  "It may be set up already. Start again: if you can sign in with it, make new recovery codes in Your Account.";

const unless = unlessDone((error) => isLost(error) || isOver(error), LOST);

const tellFailure = (error: unknown) => notifyError("Error", sentenceOf(error, FAILED));

interface SetUpStepProps {
  /** Whether this was the end of the sign-in. */
  onFailed: (error: unknown) => boolean;
}

export function SetUpStep({ onFailed }: SetUpStepProps) {
  const [enrollment, setEnrollment] = useState<Schemas["Enrollment"] | null>(null);
  const [done, setDone] = useState<SetUp | null>(null);
  const [busy, setBusy] = useState(false);

  function fail(error: unknown) {
    if (isDeclined(error)) notifyError("No passkey was made", "The browser's dialog was closed, or its time was over.");
    else if (!onFailed(error)) tellFailure(error);
  }
  async function press(act: () => Promise<void>) {
    setBusy(true);
    await act().catch(fail);
    setBusy(false);
  }
  const addPasskey = () =>
    press(async () => {
      const asked = await bodyOf(api.post("/api/auth/second-factor/owed/passkeys/ask"));
      const body = { ...(await makePasskey(asked)), name: browserName(navigator.userAgent) };
      setDone(await bodyOf(api.post("/api/auth/second-factor/owed/passkeys", { body })).catch<SetUp>(unless));
    });
  const beginApp = () => press(async () => setEnrollment(await bodyOf(api.post("/api/auth/second-factor/owed/app"))));

  if (done) return <Kept {...done} />;
  if (enrollment)
    return <App enrollment={enrollment} onDone={setDone} onFailed={onFailed} back={() => setEnrollment(null)} />;
  return (
    <>
      <StepHeading title="Set up a second step">
        Your role signs in by two steps, so that a stolen password alone opens nothing. This takes a minute, once.
      </StepHeading>
      <div className="grid gap-3">
        {takesPasskeys() && (
          <Button size="large" busy={busy} onClick={addPasskey}>
            Use a Passkey
          </Button>
        )}
        <Button size="large" variant={takesPasskeys() ? "outline" : "primary"} busy={busy} onClick={beginApp}>
          Use an Authenticator App
        </Button>
        <Link href="/login" className="justify-self-start py-2 text-small">
          Start Again
        </Link>
      </div>
    </>
  );
}

function Kept({ codes, redirectUrl }: SetUp) {
  const goOn = () => void enter(redirectUrl, "Welcome!");
  return (
    <>
      <StepHeading title="You are signed in">
        {codes ? "One thing is left." : "Your recovery codes did not arrive. Make new ones in Your Account."}
      </StepHeading>
      {codes ? <RecoveryCodes codes={codes} onKept={goOn} /> : <Button onClick={goOn}>Go On</Button>}
    </>
  );
}

interface AppProps extends SetUpStepProps {
  enrollment: Schemas["Enrollment"];
  onDone: (done: SetUp) => void;
  back: () => void;
}

function App({ enrollment, onDone, onFailed, back }: AppProps) {
  const form = useFields({ schema: codeSchema, defaults: { code: "" } });
  return (
    <>
      <StepHeading title="Set up your app">Any authenticator app will do, on a phone that you carry.</StepHeading>
      <Form
        form={form}
        onFailed={(error) => {
          const isTold = error instanceof ApiError && "code" in error.fields;
          if (!(onFailed(error) || isTold)) tellFailure(error);
        }}
        send={async (body) =>
          onDone(await bodyOf(api.post("/api/auth/second-factor/owed/app/confirm", { body })).catch<SetUp>(unless))
        }
      >
        <AppSetup enrollment={enrollment} />
        <FormFault unexplained={FAILED} />
        <SubmitButton size="large" sending="Checking...">
          Continue
        </SubmitButton>
        <Button variant="quiet" className="justify-self-start" onClick={back}>
          Back
        </Button>
      </Form>
    </>
  );
}
