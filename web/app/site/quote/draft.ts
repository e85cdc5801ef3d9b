// What the visitor typed and chose in the quote dialog. It outlives closing, a failed send and a reload, and ends with the browser
// session. What came from a drawing is none of it: that goes with its drawing.
import type { Schemas } from "~/api/client";
import { session } from "~/lib/storage";

export type Property = Schemas["PropertyType"];
export type Coverage = Schemas["Coverage"];

/** The form's values: everything as the controls hold it; empty until somebody says it. */
export interface QuoteDraft {
  propertyType: Property;
  coverage: Coverage | "";
  stories: "1" | "2" | "3" | "";
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

export const blank = {
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
} satisfies QuoteDraft;

/** What a drawing leaves open is asked, not preset. */
export const unsaid = { coverage: "", stories: "", feet: "" } as const satisfies Partial<QuoteDraft>;

interface Kept extends Partial<QuoteDraft> {
  /** Whether a drawing went along, which no reload outlives. */
  drawn?: boolean;
}

/** What is kept; what cannot be read is left behind. */
export function readDraft(): Kept {
  try {
    return JSON.parse(session.get(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const keepDraft = (said: Kept): void => session.set(KEY, JSON.stringify({ ...readDraft(), ...said }));

export const dropDraft = (): void => session.remove(KEY);
