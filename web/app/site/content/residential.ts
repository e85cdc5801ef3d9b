/** The words of the residential page; its three blurbs, benefits, projects and questions come from the home file. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { CallToAction, HeroWords } from "./types";

export const residential = {
  meta: {
    title: "Permanent House Lights for Every Season",
    description: `Color-matched roofline LEDs that vanish by day and glow by night. Most homes cost ${fact("price.range")}, installed in ${fact("installTime")}. Book a free consultation.`,
    label: "Residential",
    card: { name: "residential", alt: scenes["residential-hero"] },
    pictures: ["residential-hero", "channel-night", "channel-day", "farmhouse-july"],
    business: true,
    service: { type: "Permanent residential LED lighting installation", priced: true },
    questions: "home_questions",
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Your Home, Every Evening of the Year",
    lead: `Permanent roofline lighting for ${fact("serviceArea")}: warm white tonight, your team's colors on Saturday, out of sight by breakfast.`,
    primary: "Schedule Consultation",
    secondary: "View Pricing",
  } satisfies HeroWords,
  features: {
    title: "Made to Disappear, Built to Be Seen",
    lead: "Switch the site to its night theme and the eave in this picture switches with it.",
  },
  why: {
    title: "Why Choose Permanent Lighting",
    lead: "Four things change on the evening it is first switched on.",
  },
  price: {
    title: "What It Costs",
    figure: fact("price.range"),
    text: `A typical home, installed in ${fact("installTime")} by our crew. The length of the roofline and the number of stories decide where yours lands. Financing and maintenance packages are available.`,
    button: "See Financing",
  },
  projects: {
    title: "Recent Projects",
    lead: "Three houses, three moods, drawn the way you will see your own before anything is ordered.",
    more: "View Gallery",
  },
  questions: { title: "Questions Homeowners Ask" },
  closing: {
    title: "See Your Own House Lit",
    text: "We come by, measure the rooflines and draw your design. The visit and the quote cost nothing.",
    button: "Get Free Consultation",
  } satisfies CallToAction,
};
