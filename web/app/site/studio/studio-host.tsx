// Stands on the pages that lead into the studio, and opens it where the address says so. Its code is loaded with its first opening.
import { useEffect, useState } from "react";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import type { Property } from "../quote/draft";
import { type Address, closeStudio, onStudio, studioInAddress } from "./open-studio";

const Studio = lazyOnDemand(() => import("./studio"), {
  wanted: () => true,
  fallback: () => <Scrim />,
  onError: closeStudio,
});

/** Loads the code while the visitor is still reaching for the button; a failure is told on opening. */
export function preloadStudio() {
  Studio.preload().catch(() => undefined);
}

export function StudioHost({ property }: { property: Property }) {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const follow = () => setAddress(studioInAddress());
    follow();
    return onStudio(follow);
  }, []);
  return address && <Studio address={address} property={property} onClose={closeStudio} />;
}
