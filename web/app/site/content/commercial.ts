/** The words of the commercial page. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { Blurb, CallToAction, HeroWords, UseCase } from "./types";

export const commercial = {
  meta: {
    title: "Commercial Exterior LED Lighting Systems",
    description:
      "Scheduled, brand-colored exterior LED lighting for retail, municipal, hospitality and entertainment sites. Up to 80% less energy. Request a quote.",
    label: "Commercial",
    card: { name: "commercial", alt: scenes["commercial-hero"] },
    pictures: ["commercial-hero", "retail-street", "civic-hall", "boutique-hotel", "theatre-marquee"],
    business: true,
    service: { type: "Permanent commercial exterior LED lighting installation", priced: false },
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Your Building Works After Dark",
    lead: `Permanent exterior LED lighting for ${fact("serviceArea")}: your brand colors on the architecture, on a schedule that runs itself.`,
    primary: "Request Quote",
    secondary: "Case Studies",
  } satisfies HeroWords,
  industries: {
    title: "Industries We Light",
    lead: "Different buildings, the same question: what should people see from across the street at nine in the evening?",
    items: [
      {
        id: "retail",
        title: "Retail",
        description:
          "A storefront that stays visible after closing, and changes with every season and campaign without a lift truck.",
        scene: "retail-street",
      },
      {
        id: "municipal",
        title: "Municipal",
        description:
          "Town halls, libraries and bridges in a calm white all year, and in the right colors on the days that matter.",
        scene: "civic-hall",
      },
      {
        id: "hospitality",
        title: "Hospitality",
        description: "Arcades, patios and courtyards in a warm light that makes people want to stay for one more.",
        scene: "boutique-hotel",
      },
      {
        id: "entertainment",
        title: "Entertainment",
        description: "Marquees, venues and stadium fronts with chases and effects that start with the show.",
        scene: "theatre-marquee",
      },
    ] satisfies UseCase[],
  },
  benefits: {
    title: "What It Does for the Business",
    items: [
      {
        title: "Energy Savings",
        text: "LEDs use up to 80% less energy than conventional lighting. Dimming after midnight saves more, and a schedule never forgets to switch off.",
      },
      {
        title: "Brand Enhancement",
        text: "Your exact brand color on your own roofline, from a palette of millions. Seasonal looks are a scene in the app, not a project.",
      },
      {
        title: "Automated Scheduling",
        text: "Opening hours, holidays, game days: set the calendar once for a site and let it run.",
      },
    ] satisfies Blurb[],
  },
  cases: {
    title: "Case Studies",
    lead: "Design studies that show how we plan a site. They are samples, to be replaced by finished projects.",
    film: "Video to follow",
  },
  testimonials: { title: "From Business Owners" },
  closing: {
    title: "Plan the Evening Look of Your Site",
    text: "Send us the building and the hours it should be seen. We answer with a design and a price.",
    button: "Request Commercial Quote",
  } satisfies CallToAction,
};
