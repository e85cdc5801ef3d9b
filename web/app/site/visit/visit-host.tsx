// Opens the window about a visit where the address says so: /support?view=visit#link, from a letter. The window's code is loaded then.
import { useEffect, useState } from "react";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";

const VisitDialog = lazyOnDemand(() => import("./visit-dialog"), {
  wanted: ({ link }) => link !== null,
  fallback: ({ link }) => link !== null && <Scrim />,
  onError: ({ onClose }) => onClose(),
});

const linkInAddress = () =>
  new URLSearchParams(location.search).get("view") === "visit" ? location.hash.slice(1) : null;

/** Another link that is opened in the same tab changes the fragment alone, and loads nothing. */
export function VisitHost() {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    const follow = () => setLink(linkInAddress());
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  function close() {
    setLink(null);
    history.replaceState(history.state, "", location.pathname);
  }
  return <VisitDialog link={link} onClose={close} />;
}
