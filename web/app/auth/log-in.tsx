// The first page of the login: by the address it asks for an email, sends a letter to whoever forgot the password, lets
// somebody in by a link, or asks for a code after the password. A phone with a PIN asks for that first.
import { useState, useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";
import { mayHavePhonePin } from "~/api/phone-pin";
import { AccessLink } from "./access-link";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
import { ForgottenPassword } from "./forgotten-password";
import { PinStep } from "./pin-step";

export default function LogIn() {
  const [search] = useSearchParams();
  const view = search.get("view");
  if (view === "link") return <AccessLink />;
  if (view === "code") return <CodeStep />;
  if (view === "forgotten") return <ForgottenPassword />;
  return <FirstStep />;
}

const never = () => () => {};

/** The page comes with the address; a phone that has a PIN turns to it as soon as it knows. */
function FirstStep() {
  const pinned = useSyncExternalStore(never, mayHavePhonePin, () => false);
  const [otherwise, setOtherwise] = useState(false);
  return pinned && !otherwise ? <PinStep onOther={() => setOtherwise(true)} /> : <EmailStep />;
}
