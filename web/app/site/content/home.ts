/** The words of the landing page, and the blocks that are defined with it and shown on other pages. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { Benefit, Blurb, CallToAction, HeroWords, Step, UseCase } from "./types";

export const home = {
  meta: {
    title: "Permanent Outdoor LED Lighting, Installed",
    description: `Permanent LED lighting for homes and businesses: beautiful by night, discreet by day. Installed in ${fact("installTime")}, controlled from your phone. Free quote.`,
    label: "Home",
    card: { name: "home", alt: scenes["home-hero"] },
    pictures: [
      "home-hero",
      "colonial-day",
      "colonial-night",
      "ranch-dusk",
      "retail-street",
      "craftsman-holiday",
      "barn-party",
    ],
    business: true,
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Illuminate Your World, Year-Round",
    lead: `Transform your home or business with permanent outdoor LED lighting. ${fact("tagline")}`,
    primary: "Get a Free Quote",
    secondary: "View Gallery",
  } satisfies HeroWords,
  steps: {
    title: "How It Works",
    lead: `${fact("brand")} designs and installs permanent outdoor LED lighting for ${fact("serviceArea")}. Four steps, and the ladder is gone for good.`,
    items: [
      {
        number: 1,
        title: "Consultation",
        description:
          "We look at your rooflines with you, measure them and listen to what you want to see after dark. It is free.",
        icon: "talk",
      },
      {
        number: 2,
        title: "Custom Design",
        description:
          "You get a plan drawn for your building: where the channel runs, which trim color it takes, how it will look lit.",
        icon: "design",
      },
      {
        number: 3,
        title: "Professional Install",
        description: `Our crew mounts, wires and tests everything, usually in ${fact("installTime")}.`,
        icon: "install",
      },
      {
        number: 4,
        title: "Smart Control",
        description: "Pick a color, a scene or a schedule in the app. From then on the lights look after themselves.",
        icon: "control",
      },
    ] satisfies Step[],
  },
  transformation: {
    title: "See the Transformation",
    lead: "One house, one camera, two times of day. At noon the channel disappears into the trim. After sunset it draws the house.",
  },
  occasions: {
    title: "Perfect for Any Occasion",
    lead: "The same lights, a different evening. You change the scene from your phone, never the hardware.",
    items: [
      {
        id: "residential",
        title: "Residential",
        description:
          "Warm white along the eaves every night of the year, brighter when guests arrive, dimmed when the street goes quiet.",
        scene: "ranch-dusk",
      },
      {
        id: "commercial",
        title: "Commercial",
        description:
          "Your building in your own colors, on when you close and off when you choose, without anyone touching a switch.",
        scene: "retail-street",
      },
      {
        id: "holiday",
        title: "Holiday Ready",
        description: "Red and green in December, orange in October. No boxes, no ladder, no tangled cords.",
        scene: "craftsman-holiday",
      },
      {
        id: "events",
        title: "Events & Parties",
        description: "A birthday, a wedding, a big game: set the colors once and the whole place is dressed.",
        scene: "barn-party",
      },
    ] satisfies UseCase[],
  },
  control: {
    title: "Control from Anywhere",
    lead: "The app puts the whole roofline in one hand, whether you are on the porch or on a plane.",
    button: "Download the App",
    features: [
      { title: "Millions of colors", text: "From candlelight white to full color, for the whole house or one gable." },
      { title: "Schedules", text: "On in the evening, off at bedtime, every day or only on weekends." },
      { title: "Custom scenes and effects", text: "Build a look once, name it and bring it back with a tap." },
      { title: "Voice control", text: "Compatible with voice assistants, so a sentence is enough." },
    ] satisfies Blurb[],
  },
  work: {
    title: "Our Work",
    lead: "Homes, storefronts, holidays and parties, as the design software shows them before the first screw is driven.",
    button: "View Full Gallery",
  },
  testimonials: { title: "What Our Customers Say" },
  closing: {
    title: "Ready to Transform Your Property?",
    text: `Tell us a little about your building and see an honest price range in about a minute. Typical homes cost ${fact("price.range")}.`,
    button: "Get Your Free Quote",
  } satisfies CallToAction,
};

/** Three short reasons, shown on the residential page. */
export const blurbs: Blurb[] = [
  {
    title: "Discreet by Day",
    text: "A slim channel in the color of your trim carries the lights under the eave. From the sidewalk you see the house, not the hardware.",
  },
  {
    title: "Brilliant by Night",
    text: "Warm white for a Tuesday, full color for a holiday, and millions of colors in between. You choose in the app, for tonight or for the whole year.",
  },
  {
    title: "Built to Last",
    text: `Bulbs rated for 50,000 hours, a ${fact("warranty.productYears")}-year product warranty and support for as long as you own the system.`,
  },
];

/** Four longer reasons, shown on the residential page as alternating sections. */
export const benefits: Benefit[] = [
  {
    title: "Increase Curb Appeal",
    description:
      "Light that follows the architecture shows a house at its best: gables, dormers and porch lines that vanish at dusk come back, evenly lit and without a single fixture in view.",
    image: "ranch-dusk",
  },
  {
    title: "Year-Round Celebration",
    description:
      "Holidays, birthdays, the first night of summer. Change the scene in seconds and change it back, with nothing to hang up, take down or store.",
    image: "farmhouse-july",
  },
  {
    title: "Safety & Security",
    description:
      "A lit roofline lights the path, the steps and the driveway too. Schedules keep the house bright while you are away, so it never looks empty.",
    image: "street-blue-hour",
  },
  {
    title: "Energy Efficient",
    description:
      "LEDs use up to 80% less energy than conventional bulbs, and these are rated for 50,000 hours. At six hours a night that is more than twenty years.",
    image: "controller",
  },
];
