// The login's layout, with the site's sentence for where no script runs and the panel's for work that waits here: put together here,
// because these areas do not know each other.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import LoginLayout from "./auth/layout";
import { UnscriptedNote } from "./site/sections/unscripted-note";

const UNSCRIPTED = "Signing in needs JavaScript, which is not running on this page. Turn it on or reload the page.";

/** Its code is asked for only where a browser keeps anything. */
async function waitsHere() {
  const kept = await indexedDB.databases();
  return kept.length > 0 ? (await import("./panel/waiting/waits-here")).default : null;
}

function Waiting() {
  const [Told, setTold] = useState<ComponentType | null>(null);
  useEffect(() => {
    waitsHere().then(
      (part) => setTold(() => part),
      () => {}, // signing in goes on without it
    );
  }, []);
  return Told && <Told />;
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <LoginLayout waiting={<Waiting />} note={<UnscriptedNote text={UNSCRIPTED} />}>
      {children}
    </LoginLayout>
  );
}
