/** The words of the About page. What stands in its sections is data. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { Blurb, CallToAction, HeroWords } from "./types";

export const about = {
  meta: {
    title: `About Us: Permanent Lighting Since ${fact("foundedYear")}`,
    description: `Meet the team behind permanent outdoor LED lighting: our mission, our values, our history since ${fact("foundedYear")} and our sustainability goals.`,
    label: "About Us",
    card: { name: "about", alt: scenes.workshop },
    pictures: ["workshop"],
    business: true,
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "We Put Houses Back in the Evening",
    lead: `${fact("brand")} designs, installs and supports permanent outdoor lighting for ${fact("serviceArea")}.`,
  } satisfies HeroWords,
  mission: {
    title: "Our Mission",
    statement:
      "Transform homes and businesses with permanent outdoor LED lighting that is beautiful by night and discreet by day.",
    text: "Most outdoor lighting asks you to choose: bright fixtures you look at all day, or strings you hang and take down again. We think a building should carry its light the way it carries its gutters, out of sight and always ready. So we match the channel to the trim, cut it to the corner, hide the wire, and stay reachable for as long as it hangs there.",
  },
  values: {
    title: "What We Stand For",
    items: [
      {
        title: "Craft",
        text: "A straight line, a clean corner, no wire in view. If it shows from the sidewalk, we do it again.",
      },
      {
        title: "Honesty",
        text: "A price range before a visit, a written quote before work, and an estimate that is called an estimate.",
      },
      {
        title: "Restraint",
        text: "Good light flatters the architecture and leaves the neighbors' bedrooms dark. Brighter is rarely better.",
      },
      { title: "Care", text: "Support for the life of the system, from people who know how it was installed." },
    ] satisfies Blurb[],
  },
  timeline: {
    title: "Our Story So Far",
    lead: "Sample milestones that show how the story will be told.",
  },
  team: {
    title: "The People on Every Project",
    lead: "These cards show the roles. Names and portraits will follow once each person agrees to appear here.",
  },
  impact: {
    title: "Sustainability and Impact",
    lead: "What is marked as a sample stands in until the company's own figures are counted.",
    goals: { title: "Where we are heading" },
  },
  closing: {
    title: "Meet Us in Your Own Driveway",
    text: "The first visit is a conversation. It is free, and so is the quote.",
    button: "Schedule a Free Consultation",
  } satisfies CallToAction,
};
