// The step after the password, where an account asks for one: a passkey, a code of the authenticator app, or a recovery code.
import { useCallback, useEffect, useState } from "react";
import { object } from "valibot";
import { Link } from "wouter";
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError, isConflict, isLost, sentenceOf } from "~/api/error";
import { TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { takesPasskeys } from "~/lib/passkeys";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { notifyError } from "~/ui/toast";
import { enter, wayIn } from "./enter";
import { SetUpStep } from "./set-up-step";
import { StepHeading } from "./step";
import { isOver, unlessDone } from "./unless-done";
import { usePasskey } from "./use-passkey";

type Way = "passkey" | "app" | "recovery";

const OTHERWISE: Record<Way, string> = {
  passkey: "Use a Passkey",
  app: "Use the App",
  recovery: "Use a Recovery Code",
};

const GREETING = "Welcome back!";

const TOO_LATE = "Ten minutes have passed since your password, or this sign-in has ended.";

/** Why a sign-in is over, where it is: its time, or that nothing is asked for after the password any more. */
const endOf = (error: unknown): string | null =>
  isOver(error) ? TOO_LATE : isConflict(error) ? sentenceOf(error, TOO_LATE) : null;

const unlessLost = unlessDone(isLost);
const unlessTaken = unlessDone(isOver);

const ask = () => bodyOf(api.post("/api/auth/second-factor/ask"));

/** What may be used here, the easiest first; where nobody knows, everything that is typed. */
function waysOf(step: Schemas["SecondStep"] | null): Way[] {
  if (step === null) return ["app", "recovery"];
  return [
    ...(step.passkey && takesPasskeys() ? (["passkey"] as const) : []),
    ...(step.app ? (["app"] as const) : []),
    "recovery",
  ];
}

export function CodeStep() {
  const [ways, setWays] = useState<Way[]>([]);
  const [chosen, setChosen] = useState<Way | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const [setsUp, setSetsUp] = useState(false);
  const onFailed = useCallback((error: unknown) => {
    const said = endOf(error);
    if (said)
      unlessTaken(error).then(
        ({ redirectUrl }) => enter(redirectUrl, GREETING),
        () => setEnd(said),
      );
    return said !== null;
  }, []);
  useEffect(() => {
    ask().then(
      (step) => {
        setWays(waysOf(step));
        setSetsUp(step.setsUp);
      },
      (error) => onFailed(error) || setWays(waysOf(null)),
    );
  }, [onFailed]);
  const [first] = ways;
  if (end) return <Over why={end} />;
  if (!first) return <Spinner label="One moment..." />;
  if (setsUp) return <SetUpStep onFailed={(error) => isOver(error) && onFailed(error)} />;
  const way = chosen ?? first;
  return (
    <>
      {way === "passkey" ? (
        <PasskeyAsked onFailed={onFailed} />
      ) : (
        <CodeAsked key={way} recovers={way === "recovery"} onFailed={onFailed} />
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-3">
          {ways
            .filter((each) => each !== way)
            .map((each) => (
              <Button key={each} variant="quiet" onClick={() => setChosen(each)}>
                {OTHERWISE[each]}
              </Button>
            ))}
        </div>
        <Link href="/login" className="py-2 text-small">
          Start Again
        </Link>
      </div>
    </>
  );
}

interface WayProps {
  /** Whether this was the end of the sign-in. */
  onFailed: (error: unknown) => boolean;
}

async function askForPasskey() {
  const { passkey } = await ask();
  if (!passkey) throw new Error("There is no passkey any more.");
  return passkey;
}

function PasskeyAsked({ onFailed }: WayProps) {
  const { use, busy } = usePasskey({
    ask: askForPasskey,
    path: "/api/auth/second-factor/passkey",
    unless: unlessLost,
    onFailed,
  });
  return (
    <>
      <StepHeading title="Use your passkey">Your browser asks for it: on this device, or on your phone.</StepHeading>
      <Button size="large" className="w-full" autoFocus busy={busy} onClick={use}>
        {busy ? "One moment..." : "Continue"}
      </Button>
    </>
  );
}

const FAILED = "The code could not be checked. Please try again.";

const schema = object({ code: required("Enter the code") });

function CodeAsked({ recovers, onFailed }: WayProps & { recovers: boolean }) {
  const form = useFields({ schema, defaults: { code: "" } });
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
          const isTold = error instanceof ApiError && "code" in error.fields;
          if (!(onFailed(error) || isTold)) notifyError("Error", sentenceOf(error, FAILED));
        }}
        send={async (body) => {
          const enter = wayIn();
          const { redirectUrl } = await bodyOf(api.post("/api/auth/second-factor", { body })).catch(unlessLost);
          await enter(redirectUrl, GREETING);
        }}
      >
        <TextField
          name="code"
          label={recovers ? "Recovery Code" : "Code"}
          inputMode={recovers ? "text" : "numeric"}
          autoComplete={recovers ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
        <FormFault unexplained={FAILED} />
        <SubmitButton size="large" sending="Checking...">
          Log In
        </SubmitButton>
      </Form>
    </>
  );
}

function Over({ why }: { why: string }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <StepHeading title="Please sign in again">{why}</StepHeading>
      <Button asChild>
        <Link href="/login">Back to Login</Link>
      </Button>
    </div>
  );
}
