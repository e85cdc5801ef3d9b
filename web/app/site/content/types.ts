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

export interface Question {
  id: string;
  question: string;
  answer: string;
}

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

/** Entries that only the company can vouch for. Until it does, `sample` is true and the page says "Sample" beside them. */
interface Sample {
  sample: boolean;
}

export interface Testimonial extends Sample {
  id: string;
  name: string;
  role: string;
  content: string;
  rating: 1 | 2 | 3 | 4 | 5;
  /** True only for words that a real customer gave and agreed to publish. */
  verified: boolean;
}

export interface CaseStudy extends Sample {
  id: string;
  title: string;
  place: string;
  summary: string;
  details: { term: string; text: string }[];
  scene: Scene;
}

export interface Award extends Sample {
  title: string;
  body: string;
  year: string;
}

export interface Milestone extends Sample {
  year: string;
  title: string;
  text: string;
}

export interface TeamRole extends Sample {
  role: string;
  text: string;
  scene: Scene;
  /** Set both when the company adds a person; without them the card shows the tool of the role. */
  name: string | null;
  photo: string | null;
}

export interface ImpactFigure extends Sample {
  figure: string;
  text: string;
}

export type GalleryCategory = "Residential" | "Commercial" | "Holiday" | "Events";

export interface GalleryPicture {
  id: string;
  src: Scene;
  alt: string;
  category: GalleryCategory;
}

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
