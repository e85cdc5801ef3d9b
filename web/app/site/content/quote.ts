/** The words of the quote dialog: three steps, an honest range, and what happens next. */
import { dollars } from "~/lib/money";
import { fact } from "../slots";

export const quote = {
  title: "Your Free Quote",
  steps: ["Your building", "Your range", "Your details"],
  step: (number: number, name: string) => `Step ${number} of 3: ${name}`,
  back: "Back",
  next: "See My Range",
  onward: "Get My Written Quote",
  submit: "Request My Quote",
  sending: "Sending...",
  drawingLost:
    "Your drawing is no longer part of this request, because the page was loaded again. The link under the length leads back to it.",
  building: {
    property: { label: "What should we light?", home: "A home", business: "A business" },
    coverage: { label: "How much of it?", front: "Front only", whole: "Whole roofline" },
    stories: { label: "How many stories?", one: "1", two: "2", three: "3 or more" },
    feet: {
      label: "How long is the roofline?",
      slider: "Length in feet",
      typed: "Length in feet, typed",
      unit: "feet",
      value: (feet: number) => `${feet} feet`,
      unsaid: "Not said yet",
      presets: "Or start from the width of the house",
      narrow: "About 30 ft",
      medium: "About 45 ft",
      wide: "About 60 ft",
      unknown: "I don't know",
      studio: "Or measure it on a photo of your building",
      unknownHint: "No problem. We show the typical range and measure when we visit.",
    },
    zip: { label: "ZIP code", hint: "Tells us which branch serves you." },
  },
  range: {
    title: "Your estimated range",
    unknown: `Without a length, we can only give the range for a typical home, ${fact("price.range")}.`,
    changes: (changes: string[]) => `Then ${changes.join(", ")}.`,
    change: {
      business: (percent: number) => `${percent}% more for a business`,
      twoStories: (percent: number) => `${percent}% more for two stories`,
      threeStories: (percent: number) => `${percent}% more for three or more stories`,
      front: (percent: number) => `${percent}% more per foot for the front alone`,
      frontShare: (percent: number) => `${percent}% less for the front alone`,
    },
    elsewhere: (zip: string) =>
      `We do not serve ZIP code ${zip} yet. Send us your request anyway: we will keep it and tell you whether we can come.`,
    basis: (feet: string, low: string, high: string) =>
      `${feet} feet of roofline at ${low}-${high} per installed foot.`,
    monthly: (low: string, high: string) => `About ${low} to ${high} a month`,
    monthlyBasis: (apr: string, months: number) => `over ${months} months at ${apr}% APR, estimate only.`,
    estimate: "This is an estimate. The written quote follows after we have measured, and it is free.",
    included: {
      title: "In the price",
      items: [
        "A design for your own rooflines",
        "Channel, lights, wiring and controller",
        "Installation by our crew",
        "App set up with you",
      ],
    },
  },
  details: {
    name: "Name",
    email: "Email",
    phone: { label: "Phone", hint: "Only if you prefer a call." },
    scheme: (scheme: string) => `We will note the light you chose: ${scheme}.`,
    privacy: "We use these details to prepare your quote and to contact you about it.",
  },
  messages: {
    name: "Name must be at least 2 characters",
    email: "Please enter a valid email address",
    zip: "Please enter a 5-digit ZIP code",
    coverage: "Please say how much of it to light",
    stories: "Please say how many stories there are",
    feet: 'Choose a length between 20 and 1,000 feet, or "I don\'t know"',
    failed: "Something went wrong. Please try again.",
  },
  thanks: {
    title: "Request received",
    text: `We will contact you ${fact("emailResponse")} to arrange the free consultation.`,
    elsewhere: `You are outside the area we serve today. We will write to you ${fact("emailResponse")} and say whether we can come.`,
    range: ({ low, high }: { low: number; high: number }) =>
      `Your estimated range is ${dollars(low)} to ${dollars(high)}.`,
    number: "Your reference number",
    keep: "Name it when you call or write. This browser remembers it, and what you send from here later joins your request.",
    done: "Done",
  },
};
