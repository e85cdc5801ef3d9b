/** The shapes that the words of the site come in. The words are in the files beside this one, one file for each page. */
import type { Scene } from "./scenes";

/** A heading with the text under it; the smallest block of the site. */
export interface Blurb {
  title: string;
  text: string;
}

export interface HeroWords {
  title: string;
  lead: string;
  primary?: string;
  secondary?: string;
}

export interface CallToAction {
  title: string;
  text: string;
  button: string;
}

export interface Step {
  number: number;
  title: string;
  description: string;
  icon: StepIcon;
  scene?: Scene;
}

type StepIcon = "talk" | "design" | "install" | "control" | "quote" | "plan" | "apply" | "repair" | "parts" | "check";

export interface Benefit {
  title: string;
  description: string;
  image: Scene;
}

export interface UseCase {
  id: string;
  title: string;
  description: string;
  scene: Scene;
}

export type GalleryCategory = "Residential" | "Commercial" | "Holiday" | "Events";

export interface Plan {
  id: "zero" | "low" | "equity";
  name: string;
  term: string;
  description: string;
  features: string[];
  popular: boolean;
  /** Where Learn More sets the calculator; null opens the quote dialog instead. */
  preset: { apr: number; months: number } | null;
}
