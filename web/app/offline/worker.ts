// Hands the panel to its service worker (worker/worker.js). A browser that has none, or a place without HTTPS, works as it did.

/** The script is asked for each time, so that one that was turned off is found. */
export function registerWorker(): void {
  navigator.serviceWorker
    ?.register("/sw.js", { updateViaCache: "none" })
    .catch((error) => console.warn("The panel will not open without a network.", error));
}
