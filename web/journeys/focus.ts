// Whether every window takes the focus when it opens: watched in every journey, for whatever windows it opens.
import type { Page } from "@playwright/test";

/** What the browser complains of. */
export const OUTSIDE = "The focus stayed outside of the window";

/** From the next document on. A window may be closed again, or be followed by another one, before anybody looks. */
export const watchFocus = (page: Page) =>
  page.addInitScript((complaint) => {
    const OPENED = "[role=dialog][aria-modal=true], [role=alertdialog]";
    const seen = new WeakSet<Element>();
    const look = (opened: Element) => {
      if (!opened.isConnected || document.activeElement?.closest(`${OPENED}, [data-toasts]`)) return;
      console.error(`${complaint}: ${opened.textContent?.slice(0, 60)}`);
    };
    new MutationObserver(() => {
      for (const opened of document.querySelectorAll(OPENED)) {
        if (seen.has(opened)) continue;
        seen.add(opened);
        requestAnimationFrame(() => setTimeout(look, 0, opened));
      }
    }).observe(document, { childList: true, subtree: true });
  }, OUTSIDE);
