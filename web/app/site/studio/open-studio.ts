// The studio stands in the address, `?studio` on a page: so a link opens it, and the way back closes it.
const NAME = "studio";

/** What the address asks for; null where it asks for no studio. */
export interface Address {
  house: string | null;
  hash: string;
}

export function studioInAddress(): Address | null {
  const house = new URLSearchParams(location.search).get(NAME);
  return house === null ? null : { house: house || null, hash: location.hash };
}

const OPENED = "studio";

export function openStudio(): void {
  const url = new URL(location.href);
  url.searchParams.set(NAME, "");
  url.hash = "";
  history.pushState({ [OPENED]: true }, "", url.href.replace(`${NAME}=`, NAME));
  dispatchEvent(new Event(OPENED));
}

/** Back to the page under it; where a link led straight here, to the same page without it. */
export function closeStudio(): void {
  if (history.state?.[OPENED]) {
    history.back();
    return;
  }
  const url = new URL(location.href);
  url.searchParams.delete(NAME);
  url.hash = "";
  history.replaceState(null, "", url);
  dispatchEvent(new Event(OPENED));
}

/** Calls back whenever the studio is opened or closed. */
export function onStudio(change: () => void): () => void {
  for (const event of [OPENED, "popstate"]) addEventListener(event, change);
  return () => {
    for (const event of [OPENED, "popstate"]) removeEventListener(event, change);
  };
}
