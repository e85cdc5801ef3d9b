// How the messages of the inbox are called: what they are about, and what became of them.
import type { Schemas } from "~/api/client";

export const topicNames: Record<Schemas["Topic"], string> = {
  contact: "Message",
  emergency: "Emergency",
  product_registration: "Product registration",
  extended_coverage: "Extended coverage",
};

export const topicOptions = Object.entries(topicNames).map(([value, label]) => ({ value, label }));

export const STATES = ["open", "suspected", "taken", "archived"] as const;

/** Open comes first and stands for no filter at all. */
export const stateOptions = [
  { value: "", label: "Open" },
  { value: "suspected", label: "Suspected robots" },
  { value: "taken", label: "Taken" },
  { value: "archived", label: "Archived" },
];
