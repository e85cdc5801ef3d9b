// The login's layout, with the site's sentence for where no script runs: put together here, because the two areas do not know
// each other.
import type { ReactNode } from "react";
import LoginLayout from "./auth/layout";
import { UnscriptedNote } from "./site/sections/unscripted-note";

const UNSCRIPTED = "Signing in needs JavaScript, which is not running on this page. Turn it on or reload the page.";

export default function Layout({ children }: { children: ReactNode }) {
  return <LoginLayout note={<UnscriptedNote text={UNSCRIPTED} />}>{children}</LoginLayout>;
}
