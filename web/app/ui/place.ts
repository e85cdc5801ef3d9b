// A place in which unit tests draw a part that lives on. A file that needs one asks for a document in its first line; what a person does
// in a page is shown by the journeys.
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

/** Returns a place until the test ends: `draw` puts this there, in place of what it holds, and lets it settle; `text` is what it reads by now. */
export function place() {
  const element = document.createElement("div");
  const root = createRoot(element);
  onTestFinished(() => act(async () => root.unmount()));
  return {
    draw: (node: ReactNode) => act(async () => root.render(node)),
    text: () => element.textContent,
  };
}
