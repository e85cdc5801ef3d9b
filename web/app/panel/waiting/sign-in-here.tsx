// The session has ended while work waits on this device: the same person signs in again where they are, and all of it is sent. Until
// then the screen is hidden, with what was typed there.

import { useState } from "react";
import { api, bodyOf } from "~/api/client";
import { ApiError, sentenceOf } from "~/api/error";
import { leaveFormer } from "~/api/log-out";
import type { User } from "~/api/session";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { isDeclined, signByPasskey, takesPasskeys } from "~/lib/passkeys";
import { calledName, fullName } from "~/lib/people";
import { sendWaiting } from "~/offline/sender";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { keepPlace } from "../user/return-to";
import { changes, isUnsent, useOwnWork } from "./own-work";

const FAILED = "That did not work. Please try again.";
/** The server speaks of an address as well, which nobody types here. */
const NOT_ACCEPTED = "This password was not accepted. Please try again.";
const NO_PASSKEY = "No passkey was used. Please try again, or use your password.";

interface SignInHereProps {
  person: User;
  /** Asks who is signed in now. */
  ask: () => Promise<User | null | undefined>;
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Each way in gives where the server leads: to the panel, or to a second step. */
async function byPassword(email: string, password: string): Promise<string> {
  return (await bodyOf(api.post("/api/auth/login", { body: { email, password } }))).redirectUrl;
}

async function byPasskey(): Promise<string> {
  const body = await signByPasskey(await bodyOf(api.post("/api/auth/passkey/ask")));
  return (await bodyOf(api.post("/api/auth/passkey", { body }))).redirectUrl;
}

export default function SignInHere({ person, ask }: SignInHereProps) {
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const unsent = useOwnWork(person.id).own.filter(isUnsent).length;

  async function arrive(redirectUrl: string) {
    leaveFormer();
    if (redirectUrl.startsWith("/login")) {
      keepPlace();
      return location.assign(redirectUrl);
    }
    const user = await ask();
    if (user && user.id !== person.id) return location.replace("/panel"); // they have said themselves who they are
    await sendWaiting();
  }

  async function enter(way: () => Promise<string>, refused?: string) {
    setBusy(true);
    setFault("");
    await way()
      .then(arrive)
      .catch((error) => {
        const said = isRefused(error) ? refused : undefined;
        setFault(said ?? (isDeclined(error) ? NO_PASSKEY : sentenceOf(error, FAILED)));
        setPassword("");
      });
    setBusy(false);
  }

  return (
    <div className="fixed inset-0 z-60 grid content-center justify-items-center overflow-y-auto bg-bg px-gutter py-8 text-ink">
      <FormElement
        aria-labelledby="sign-in-here"
        className="grid w-full max-w-104 gap-4"
        onSubmit={() => enter(() => byPassword(person.email, password), NOT_ACCEPTED)}
      >
        <h1 id="sign-in-here" className="font-bold font-display text-h3">
          Sign in again, {calledName(person)}
        </h1>
        <p className="text-base">
          Your session has ended. {changes(unsent)} {unsent === 1 ? "waits" : "wait"} on this device and{" "}
          {unsent === 1 ? "is" : "are"} sent when you have signed in. If your account was closed, ask your manager: what
          waits stays on this device.
        </p>
        <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <div className="grid gap-2">
          <label htmlFor="sign-in-password" className="font-semibold text-base">
            Password
          </label>
          <Input
            id="sign-in-password"
            type="password"
            autoComplete="current-password"
            className="min-h-14"
            required
            autoFocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </div>
        {fault && (
          <p role="alert" className="text-base text-danger">
            {fault}
          </p>
        )}
        <SubmitButton size="large" sending="Signing in...">
          Sign In
        </SubmitButton>
        {takesPasskeys() && (
          <Button variant="outline" size="large" busy={busy} onClick={() => enter(byPasskey)}>
            Sign In with a Passkey
          </Button>
        )}
        <p className="text-muted text-small">
          Are you somebody else? <a href="/login">Log in as yourself</a>: these changes stay here for {fullName(person)}
          .
        </p>
      </FormElement>
    </div>
  );
}
