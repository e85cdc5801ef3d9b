/** The words of the warranty page, and of its two requests that land in the inbox. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { CallToAction, HeroWords } from "./types";

const product = `${fact("warranty.productYears")} years`;
const labor = `${fact("warranty.laborYears")} years`;

function lines(parts: (string | false)[]): string {
  return parts.filter(Boolean).join("\n");
}

export const warranty = {
  meta: {
    title: `${fact("warranty.productYears")}-Year Product, ${fact("warranty.laborYears")}-Year Labor Warranty`,
    description: `What our warranty covers: ${product} on product, ${labor} on labor and lifetime support access. See maintenance tips, exclusions and the claim process.`,
    label: "Warranty",
    card: { name: "warranty", alt: scenes["parts-on-slate"] },
    pictures: ["parts-on-slate", "channel-storm"],
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Industry-Leading Warranty",
    lead: `For every permanent lighting system we install at ${fact("serviceArea")}: parts, labor and people who answer.`,
    primary: "Register Product",
  } satisfies HeroWords,
  headline: {
    title: "The Warranty in Three Figures",
    items: [
      { figure: product, title: "Product", text: "Lights, channel, wiring and controller." },
      { figure: labor, title: "Labor", text: "The work of our crew." },
      { figure: "Lifetime", title: "Support", text: "Access to our support team for as long as you own the system." },
    ],
  },
  covered: {
    title: "What's Covered",
    items: [
      { part: "LED components", term: product, cover: "Full replacement" },
      { part: "Wiring and controllers", term: product, cover: "Parts and labor" },
      { part: "Mounting hardware", term: product, cover: "Replacement" },
      { part: "Installation labor", term: labor, cover: "Service" },
      { part: "Weather damage", term: product, cover: "Protection" },
      { part: "Manufacturing defects", term: product, cover: "Full coverage" },
    ],
    columns: { part: "Part", term: "Term", cover: "Coverage" },
  },
  maintenance: {
    title: "Maintenance Tips",
    lead: "Four habits that keep the line straight and bright.",
    items: [
      {
        when: "Quarterly",
        title: "Regular inspections",
        text: "Walk around the house after dark and look for gaps, loose channel or a light that differs from its neighbors.",
      },
      {
        when: "1-2 times per year",
        title: "Clean with a garden hose",
        text: "Rinse the channel with plain water. Do not use cleaning solutions.",
      },
      {
        when: "When offered",
        title: "Update firmware via the app",
        text: "Updates wait in the settings of your controller.",
      },
      {
        when: "Annually",
        title: "Professional inspection",
        text: "We check fasteners, connections and the controller.",
      },
    ],
  },
  details: { title: "Warranty Details" },
  claim: {
    title: "Claim Process",
    items: [
      { title: "Contact support", text: "By phone, email or portal." },
      { title: "Give us the details", text: "Your registration info and a description of the issue." },
      { title: "We diagnose", text: "Our team finds the cause, often from a photo and a few questions." },
      { title: "We put it right", text: "Replacement parts are sent, or a service visit is scheduled." },
      { title: "Resolved", text: "Most claims are resolved in 5-7 business days." },
    ],
  },
  excluded: {
    title: "What's Not Covered",
    items: [
      "Unauthorized modifications or repairs",
      "Normal wear and cosmetic damage",
      "Improper use, accidents, or acts of nature beyond normal weather",
      "Power surges",
    ],
  },
  extended: {
    title: "Extended Warranty Options",
    text: "Extended plans are available at purchase or within the first year.",
    button: "Learn About Extended Coverage",
  },
  register: {
    title: "Register Your Product",
    text: "Tell us what you have and when it was installed. Your message goes to our support team, and we answer by email.",
    button: "Register Now",
  },
  support: {
    title: "Something Not Right?",
    text: `Support is open ${fact("hours")}, and email is answered ${fact("emailResponse")}.`,
    button: "Contact Support",
  } satisfies CallToAction,
  requests: {
    product_registration: {
      title: "Register Your Product",
      text: "Tell us where the system is and when it was installed. We answer by email.",
      address: { label: "Address", hint: "Where the system is installed, with the ZIP code." },
      extra: { label: "Installed in", hint: "Month and year, as well as you remember." },
      notes: { label: "Anything else", hint: "The controller's serial number, if you have it handy." },
      submit: "Send Registration",
      sent: { title: "Registration received", text: "Thank you. We will answer by email." },
      compose: (address: string, installed: string, notes: string) =>
        lines(["Product registration", `Address: ${address}`, `Installed: ${installed}`, notes && `Notes: ${notes}`]),
    },
    extended_coverage: {
      title: "Extended Coverage",
      text: "Extended plans are available at purchase or within the first year. Tell us about your system and we will send you the options.",
      address: { label: "Address", hint: "Where the system is, or will be, installed, with the ZIP code." },
      extra: { label: "Installed in", hint: 'Month and year, or "not yet".' },
      notes: { label: "Questions", hint: "What should the plan cover?" },
      submit: "Ask for Options",
      sent: { title: "Request received", text: "We will send you the options by email." },
      compose: (address: string, installed: string, notes: string) =>
        lines(["Extended coverage", `Address: ${address}`, `Installed: ${installed}`, notes && `Questions: ${notes}`]),
    },
  },
  requestForm: {
    name: "Name",
    email: "Email",
    phone: { label: "Phone", hint: "Only if you prefer a call." },
    required: "Required",
    sending: "Sending...",
    privacy: "We use these details to answer this request.",
    failed: "Something went wrong. Please try again.",
  },
};
