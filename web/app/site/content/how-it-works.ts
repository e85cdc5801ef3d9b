/** The words of the How It Works page. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { Blurb, CallToAction, HeroWords, Step } from "./types";

export const howItWorks = {
  meta: {
    title: "How Permanent LED Lighting Works in 4 Steps",
    description:
      "From free consultation to custom design, professional installation and smart app control: see how a permanent LED lighting project works, step by step.",
    label: "How It Works",
    card: { name: "how-it-works", alt: scenes["install-eave-wide"] },
    pictures: ["install-eave-wide", "plan-clay", "plan-lit", "install-eave", "porch-phone"],
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "From First Visit to First Evening",
    lead: `How a permanent outdoor lighting project runs for ${fact("serviceArea")}: four steps, usually ${fact("installTime")} on site.`,
  } satisfies HeroWords,
  steps: {
    title: "Four Steps",
    items: [
      {
        number: 1,
        title: "Free Consultation",
        description:
          "We walk around the building with you, measure every roofline and ask what you want to see from the street, from the garden and from inside. You leave the conversation with a clear idea of what is possible and a price range.",
        icon: "talk",
        scene: "plan-clay",
      },
      {
        number: 2,
        title: "Custom Design",
        description:
          "The design shows each run of channel, the trim color it takes and how it will look lit. You see your own building in warm white and in color before anything is ordered, and we change the plan until it is right.",
        icon: "design",
        scene: "plan-lit",
      },
      {
        number: 3,
        title: "Professional Installation",
        description: `Our crew cuts the channel to your corners, mounts it under the eave, hides the wiring and tests every light. Most installations take ${fact("installTime")}.`,
        icon: "install",
        scene: "install-eave",
      },
      {
        number: 4,
        title: "Smart Control",
        description:
          "We connect the controller to your WiFi, set up the app with you and save your first scenes. From then on the whole roofline is a tap, a schedule or a spoken sentence away.",
        icon: "control",
        scene: "porch-phone",
      },
    ] satisfies Step[],
  },
  app: {
    title: "The App",
    lead: "Everything the lights can do sits on one screen.",
    features: [
      { title: "Any color", text: "Choose from millions of colors, or stay with white." },
      { title: "Scheduling", text: "Choose times and days once. The lights keep to them." },
      { title: "Custom scenes", text: "Save the looks you like and name them yourself." },
      { title: "Effects", text: "As calm or as lively as the evening asks for." },
      { title: "Firmware updates", text: "New features and fixes arrive through the app." },
      { title: "Voice control", text: "Compatible with voice assistants for hands-free evenings." },
    ] satisfies Blurb[],
    button: "Get Help with the App",
  },
  warranty: {
    title: "Covered After We Leave",
    lead: "Two warranties and one promise, in plain figures.",
    items: [
      { figure: `${fact("warranty.productYears")} years`, text: "Product warranty" },
      { figure: `${fact("warranty.laborYears")} years`, text: "Labor warranty" },
      { figure: "Lifetime", text: "Support access" },
    ],
    link: "Read the Warranty",
  },
  awards: {
    title: "Awards",
    lead: "Sample entries that show where real awards will stand.",
  },
  closing: {
    title: "Start with Step One",
    text: "The consultation is free. All it takes is a walk around the house.",
    button: "Schedule a Free Consultation",
  } satisfies CallToAction,
};
