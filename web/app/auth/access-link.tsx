// Where a link from a letter leads: a person who was invited enters a name and a password, one who forgot the password a new one.
// The secret stands in the fragment of the address, which no server and no other site sees.
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { optional as absent, object, string } from "valibot";
import { Link } from "wouter";
import { api, bodyOf, type Schemas } from "~/api/client";
import { isGone } from "~/api/error";
import { passwordSender } from "~/api/new-password";
import { textAt } from "~/api/page-data";
import { PasswordField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { newPassword, optional, required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { enter } from "./enter";
import { rememberEmail } from "./remembered-email";
import { StepHeading } from "./step";

type Shown = Schemas["LinkShown"];
type Standing = Shown | "checking" | "gone" | "unanswered";

/** Another link that is opened in the same tab changes the fragment alone, and loads nothing. */
export function AccessLink() {
  const token = useSyncExternalStore(follow, () => location.hash.slice(1));
  return <Opened key={token} token={token} />;
}

function follow(told: () => void) {
  addEventListener("hashchange", told);
  return () => removeEventListener("hashchange", told);
}

function Opened({ token }: { token: string }) {
  const [standing, setStanding] = useState<Standing>("checking");
  const check = useCallback(async () => {
    setStanding("checking");
    try {
      setStanding(token ? await bodyOf(api.post("/api/auth/link", { body: { token } })) : "gone");
    } catch (error) {
      setStanding(isGone(error) ? "gone" : "unanswered");
    }
  }, [token]);
  useEffect(() => {
    void check();
  }, [check]);

  if (standing === "checking") return <Spinner label="Checking your link..." />;
  if (standing === "gone") return <Gone />;
  if (standing === "unanswered") return <Unanswered retry={check} />;
  return <ChoosePassword shown={standing} token={token} onGone={() => setStanding("gone")} />;
}

function Gone() {
  return (
    <div className="grid justify-items-start gap-4">
      <StepHeading title="This link no longer works">
        It may have been used, replaced or withdrawn, or its time is over. Were you invited? Ask the person who invited
        you for another one.
      </StepHeading>
      <Button asChild>
        <Link href="/login?view=forgotten">Get a New Password</Link>
      </Button>
      <Link href="/login" className="py-2 text-small">
        Back to Login
      </Link>
    </div>
  );
}

function Unanswered({ retry }: { retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <StepHeading title="Your link could not be checked">
        No answer came from the server, or too many links were tried. Your link is still good.
      </StepHeading>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}

const passwordAlone = object({ firstName: absent(string()), lastName: absent(string()), password: newPassword() });
const withNames = object({ firstName: required(), lastName: optional(), password: newPassword() });

/** Said where another password was typed after one was set. */
const FIRST = "Your password is the one you typed first. Type that one to go on.";

interface ChooseProps {
  shown: Shown;
  token: string;
  onGone: () => void;
}

function ChoosePassword({ shown, token, onGone }: ChooseProps) {
  const invited = shown.kind === "invitation";
  const [set] = useState(() => passwordSender<Schemas["LoggedIn"]>(isGone, FIRST));
  const form = useFields({
    schema: invited ? withNames : passwordAlone,
    defaults: { firstName: shown.firstName ?? "", lastName: shown.lastName ?? "", password: "" },
  });
  const email = <strong className="break-all font-semibold text-ink">{shown.email}</strong>;
  return (
    <>
      {invited ? (
        <StepHeading title={`Welcome to ${textAt("facts.brand")}`}>
          Enter your name and choose a password. Your email for signing in is {email}.
        </StepHeading>
      ) : (
        <StepHeading title="Choose a new password">For {email}. Your other devices are logged out.</StepHeading>
      )}
      <Form
        form={form}
        onFailed={(error) => isGone(error) && onGone()}
        send={async ({ firstName, lastName, password }) => {
          const names = invited ? { firstName: firstName ?? null, lastName: lastName ?? null } : {};
          const { redirectUrl } = await set(
            password,
            () => bodyOf(api.post("/api/auth/link/use", { body: { token, password, ...names } })),
            (sent) => bodyOf(api.post("/api/auth/login", { body: { email: shown.email, password: sent } })),
          );
          rememberEmail(shown.email, "/login/staff"); // a second step that is owed asks for whom
          await enter(redirectUrl, invited ? "Welcome!" : "Your password was changed.");
        }}
      >
        {/* For password managers: they file a password under the address that stands beside it. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={shown.email}
          readOnly
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        {invited && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField name="firstName" label="First Name" autoComplete="given-name" maxLength={200} />
            <TextField name="lastName" label="Last Name" autoComplete="family-name" maxLength={200} optional />
          </div>
        )}
        <PasswordField name="password" label="Password" autoComplete="new-password" hint="At least 8 characters." />
        <FormFault />
        <SubmitButton size="large" sending="One moment...">
          {invited ? "Start" : "Save and Log In"}
        </SubmitButton>
      </Form>
    </>
  );
}
