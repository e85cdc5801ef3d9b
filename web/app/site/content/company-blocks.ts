/** Words that stand on several pages: what every page promises, and the notes beside pictures, samples and forms. */
import { fact } from "../slots";

/** The strip under a hero: terms, not praise. */
export const trust: string[] = [
  `${fact("warranty.productYears")}-year product warranty`,
  `${fact("warranty.laborYears")}-year labor warranty`,
  `Installed in ${fact("installTime")}`,
  "Free consultation and quote",
];

export const notes = {
  rendered: "Computer-rendered visualization",
  customerPhoto: "Customer photo",
  ownPhoto: "Our work",
  sample: "Sample",
  sampleQuote: "Sample quote",
  home: "Home",
  breadcrumb: "Breadcrumb",
};

export const carousel = {
  label: "Customer quotes",
  start: "Start slide rotation",
  stop: "Stop slide rotation",
  previous: "Previous quote",
  next: "Next quote",
  dots: "Choose a quote",
  slide: (number: string, of: string) => `${number} of ${of}`,
  dot: (number: string) => `Show quote ${number}`,
  rating: (stars: number | null) => `${stars} out of 5`,
};

export const comparison = {
  label: "Day and night comparison",
  day: "Day",
  night: "Night",
  value: (percent: number) => `${percent} % night view`,
  hint: "Drag the line, tap the picture, or use the arrow keys.",
};
