// How the messages of the inbox are called: what they are about, and what became of them.
import { nameIn } from "~/lib/labels";

export const TOPICS = ["contact", "emergency", "product_registration", "extended_coverage"] as const;

export const topicNames: Record<string, string> = {
  contact: "Message",
  emergency: "Emergency",
  product_registration: "Product registration",
  extended_coverage: "Extended coverage",
};

export const topicOptions = TOPICS.map((value) => ({ value, label: nameIn(topicNames, value) }));

export const STATES = ["open", "suspected", "taken", "archived"] as const;

/** Open comes first and stands for no filter at all. */
export const stateOptions = [
  { value: "", label: "Open" },
  { value: "suspected", label: "Suspected robots" },
  { value: "taken", label: "Taken" },
  { value: "archived", label: "Archived" },
];
