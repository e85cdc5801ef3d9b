// A secret that the server shows once: closing it asks first, until it was copied or the person says that they have kept it.
import { type Loss, useUnsavedGuard } from "./unsaved";

const SECRET: Loss = {
  title: "Have you kept it?",
  text: "This is shown only now. Copy it first, or keep it in another way.",
  stay: "Go Back",
  go: "Close",
};

/** Gives what says that it is kept. */
export const useShownOnlyNow = (): (() => void) => useUnsavedGuard(true, () => SECRET);
