// The session has ended while work waits on this device: the same person signs in again where they are, and all of it is sent. Until
// then the screen is hidden, with what was typed there.

import { useState } from "react";
import { api, bodyOf } from "~/api/client";
import { sentenceOf } from "~/api/error";
import { forgetPhonePin, mayHavePhonePin } from "~/api/phone-pin";
import type { User } from "~/api/session";
import { FormElement } from "~/forms/form-element";
import { fullName } from "~/lib/people";
import { sendWaiting } from "~/offline/sender";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { keepPlace } from "../shell/return-to";
import { changes, isUnsent, useOwnWork } from "./own-work";

const FAILED = "That did not work. Please try again.";

interface SignInHereProps {
  person: User;
  /** Asks who is signed in now. */
  ask: () => Promise<User | null | undefined>;
}

/** Sends what was typed; gives where the server leads: to the panel, or to a second step. */
async function enter(person: User, secret: string, byPin: boolean): Promise<string> {
  const answer = byPin
    ? api.post("/api/auth/device-pin/use", { body: { pin: secret } })
    : api.post("/api/auth/login", { body: { email: person.email, password: secret } });
  return (await bodyOf(answer)).redirectUrl;
}

export function SignInHere({ person, ask }: SignInHereProps) {
  const [byPin, setByPin] = useState(mayHavePhonePin);
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const unsent = useOwnWork(person.id).own.filter(isUnsent).length;

  async function arrive() {
    const redirectUrl = await enter(person, secret, byPin);
    if (redirectUrl.startsWith("/login")) {
      keepPlace(person.id);
      return location.assign(redirectUrl);
    }
    const user = await ask();
    if (user && user.id !== person.id) return location.reload();
    await sendWaiting();
  }

  async function submit() {
    setBusy(true);
    setFault("");
    await arrive().catch((error) => {
      setFault(sentenceOf(error, FAILED));
      setSecret("");
    });
    setBusy(false);
  }

  function turnToPassword() {
    forgetPhonePin();
    setByPin(false);
    setFault("");
  }

  return (
    <div className="fixed inset-0 z-60 grid content-center justify-items-center overflow-y-auto bg-bg px-gutter py-8 text-ink">
      <FormElement aria-labelledby="sign-in-here" className="grid w-full max-w-104 gap-4" onSubmit={submit}>
        <h1 id="sign-in-here" className="font-bold font-display text-h3">
          Sign in again, {person.firstName ?? fullName(person)}
        </h1>
        <p className="text-base">
          Your session has ended. {changes(unsent)} {unsent === 1 ? "waits" : "wait"} on this device and{" "}
          {unsent === 1 ? "is" : "are"} sent when you have signed in.
        </p>
        <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <div className="grid gap-2">
          <label htmlFor="sign-in-secret" className="font-semibold text-base">
            {byPin ? "PIN" : "Password"}
          </label>
          <Input
            id="sign-in-secret"
            type="password"
            inputMode={byPin ? "numeric" : undefined}
            autoComplete={byPin ? "off" : "current-password"}
            className="min-h-14"
            required
            autoFocus
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        </div>
        {fault && (
          <p role="alert" className="text-base text-danger">
            {fault}
          </p>
        )}
        <Button type="submit" size="large" disabled={busy}>
          {busy ? "Signing in..." : "Sign In"}
        </Button>
        {byPin && (
          <Button variant="quiet" onClick={turnToPassword}>
            Use Password
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
