/** The words of the About page. Team, timeline and the figures that only the company can know are samples. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { Blurb, CallToAction, HeroWords, ImpactFigure, Milestone, TeamRole } from "./types";

export const about = {
  meta: {
    title: `About Us: Permanent Lighting Since ${fact("foundedYear")}`,
    description: `Meet the team behind permanent outdoor LED lighting: our mission, our values, our history from ${fact("foundedYear")} to 2024 and our sustainability goals.`,
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
    title: `From ${fact("foundedYear")} to 2024`,
    lead: "Sample milestones that show how the story will be told.",
    items: [
      {
        year: fact("foundedYear"),
        title: "The first roofline",
        text: "One ranch house, one reel of lights and a borrowed ladder.",
        sample: true,
      },
      {
        year: "2017",
        title: "Matched to the trim",
        text: "The channel comes in trim colors, and disappears by day.",
        sample: true,
      },
      {
        year: "2019",
        title: "Out of the app",
        text: "Schedules and scenes move from a box in the garage to the phone.",
        sample: true,
      },
      {
        year: "2021",
        title: "Main Street",
        text: "The first storefronts and a town hall ask for the same line of light.",
        sample: true,
      },
      {
        year: "2022",
        title: "A second crew",
        text: "Design, installation and support become three teams that share one plan.",
        sample: true,
      },
      {
        year: "2024",
        title: "More branches",
        text: "Local crews, one standard: the same corner, wherever it is cut.",
        sample: true,
      },
    ] satisfies Milestone[],
  },
  team: {
    title: "Six People on Every Project",
    lead: "These cards show the roles. Names and portraits will follow once each person agrees to appear here.",
    items: [
      {
        role: "Lighting Consultant",
        text: "Walks the property with you, measures every run and gives you the price range.",
        scene: "tool-plan",
      },
      {
        role: "Lighting Designer",
        text: "Draws the plan and shows your building lit before anything is ordered.",
        scene: "tool-tablet",
      },
      { role: "Lead Installer", text: "Runs the crew on site and signs off every corner.", scene: "tool-drill" },
      {
        role: "Installer",
        text: "Cuts, mounts and wires the channel without leaving a mark on the gutter.",
        scene: "tool-ladder",
      },
      {
        role: "Controls Technician",
        text: "Connects the controller, sets up the app and saves your first scenes.",
        scene: "tool-controller",
      },
      {
        role: "Support Specialist",
        text: "Picks up when you call, with the plan of your house on the screen.",
        scene: "tool-headset",
      },
    ].map((role) => ({ ...role, name: null, photo: null, sample: true })) as TeamRole[],
  },
  impact: {
    title: "Sustainability and Impact",
    lead: "The first two are properties of the product. The others are sample figures until the company's own are counted.",
    items: [
      { figure: "Up to 80%", text: "less energy than conventional bulbs", sample: false },
      { figure: "50,000 hours", text: "rated life of every bulb, so far fewer of them are thrown away", sample: false },
      { figure: "1,200", text: "rooflines that no longer need strings hung and taken down each year", sample: true },
      { figure: "35 tons", text: "of plastic light strings kept out of the trash", sample: true },
    ] satisfies ImpactFigure[],
    goals: {
      title: "Where we are heading",
      sample: true,
      items: [
        "Dim by default: every system leaves us with a late-night scene at reduced brightness.",
        "Repair before replacement: parts are swapped one by one, not run by run.",
        "Light where it is needed: aimed down the wall, not into the sky.",
      ],
    },
  },
  closing: {
    title: "Meet Us in Your Own Driveway",
    text: "The first visit is a conversation. It is free, and so is the quote.",
    button: "Schedule a Free Consultation",
  } satisfies CallToAction,
};
