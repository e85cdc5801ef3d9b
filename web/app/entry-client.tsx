// Brings a built page to life. The code of its layout and screen is loaded first, so that hydration finds everything; where it
// cannot be had, the page stays as it was built and says so.
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { anotherChance } from "./lib/import-with-retry";
import { findRoute, layouts, type Route } from "./routes";

async function loadParts({ area, Screen }: Route): Promise<void> {
  const parts = [layouts[area], Screen];
  try {
    await Promise.all(parts.map((part) => part.load()));
  } catch (error) {
    console.error("The page's code could not be loaded.", error);
    if (area === "panel") return; // nothing of it is built: what is missing is told in its place
    document.dispatchEvent(new Event("blocked"));
    for (const part of parts) part.reset();
    await anotherChance();
    await loadParts({ area, Screen } as Route);
  }
}

const root = document.getElementById("root");
if (root) {
  // What has just been read was enough for one go: a touch may come in between.
  await new Promise((resolve) => setTimeout(resolve));
  // Error pages and public pages say what they were built for; the panel has one shell for many addresses.
  const path = root.dataset.path ?? location.pathname;
  await loadParts(findRoute(path));
  // In a transition React works in slices and lets frames and touches through between them.
  startTransition(() => {
    hydrateRoot(root, <App path={path} />);
  });
}
