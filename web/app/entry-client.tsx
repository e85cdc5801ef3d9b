// Brings a built page to life. The code of its layout and screen is loaded first, so that hydration finds everything.
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { findRoute, layouts } from "./routes";

const root = document.getElementById("root");
if (root) {
  // Error pages and public pages say what they were built for; the panel has one shell for many addresses.
  const path = root.dataset.path ?? location.pathname;
  const route = findRoute(path);
  await Promise.all([layouts[route.area].load(), route.Screen.load()]);
  // In a transition React works in slices and lets frames and touches through between them.
  startTransition(() => {
    hydrateRoot(root, <App path={path} />);
  });
}
