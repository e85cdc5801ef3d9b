// The first page of the login: by the address it asks for an email, sends a letter to a user who forgot the password, lets
// somebody in by a link, or asks for a code after the password.
import { useSearchParams } from "wouter";
import { AccessLink } from "./access-link";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
import { ForgottenPassword } from "./forgotten-password";

export default function LogIn() {
  const [search] = useSearchParams();
  const view = search.get("view");
  if (view === "link") return <AccessLink />;
  if (view === "code") return <CodeStep />;
  if (view === "forgotten") return <ForgottenPassword />;
  return <EmailStep />;
}
