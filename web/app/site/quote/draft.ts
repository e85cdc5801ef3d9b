// What was typed into the quote dialog. It outlives closing, a failed send and a reload, and ends with the browser session.
import type { Schemas } from "~/api/client";
import { session } from "~/lib/storage";

export type Property = Schemas["PropertyType"];
export type Coverage = Schemas["Coverage"];

/** The form's values: everything as the controls hold it. */
export interface QuoteDraft {
  propertyType: Property;
  coverage: Coverage;
  stories: "1" | "2" | "3";
  /** Feet of roofline, or "unknown". */
  feet: string;
  zip: string;
  name: string;
  email: string;
  phone: string;
  street: string;
  preferredTime: Schemas["PreferredTime"];
  /** People leave it empty; robots do not. */
  website: string;
}

const KEY = "quoteDraft";

export const blank: QuoteDraft = {
  propertyType: "home",
  coverage: "whole",
  stories: "1",
  feet: "150",
  zip: "",
  name: "",
  email: "",
  phone: "",
  street: "",
  preferredTime: "anytime",
  website: "",
};

/** What is kept, or a blank one; a draft of an older form is completed, one that cannot be read is left behind. */
export function readDraft(): QuoteDraft {
  try {
    return { ...blank, ...JSON.parse(session.get(KEY) ?? "{}") };
  } catch {
    return blank;
  }
}

export const keepDraft = (draft: QuoteDraft): void => session.set(KEY, JSON.stringify(draft));

export const dropDraft = (): void => session.remove(KEY);
