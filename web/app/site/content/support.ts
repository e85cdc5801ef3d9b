/** The words of the support page: quick links, answers, and every way to reach us. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { HeroWords } from "./types";

/** The entries that other pages and the quick links point at. */
export const anchors = {
  app: "app",
  firmware: "firmware",
  contact: "contact",
  emergency: "emergency",
  questions: "questions",
} as const;

export const support = {
  meta: {
    title: "Lighting Support: App, WiFi and Warranty",
    description: `Help with the app, controller resets, WiFi setup, firmware and warranty claims. Support is open ${fact("hours")}; email replies ${fact("emailResponse")}.`,
    label: "Support",
    card: { name: "support", alt: scenes["controller-wide"] },
    pictures: ["controller-wide"],
    questions: "support_questions",
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Help for the System You Own",
    lead: `Support for permanent outdoor lighting at ${fact("serviceArea")}, open ${fact("hours")} for as long as you have it.`,
  } satisfies HeroWords,
  links: {
    title: "Go Straight To",
    app: { title: "Mobile App", text: "Connect it, set a schedule, save a scene." },
    warranty: { title: "Warranty Info", text: "What is covered, for how long, and how to claim." },
    firmware: { title: "Firmware Updates", text: "Where to find them, and how to start one." },
  },
  questions: { title: "Questions and Answers" },
  contact: {
    title: "Write to Us",
    lead: `Say what you see and what you expected. We answer ${fact("emailResponse")}.`,
  },
  details: {
    title: "Other Ways to Reach Us",
    phone: "Phone",
    email: "Email",
    address: "Address",
    hours: "Hours",
    response: `Email replies ${fact("emailResponse")}`,
    sample: "Sample contact details",
  },
  emergency: {
    title: "Lights Out on an Important Night?",
    text: "If the whole system is out, or a part of it has come loose, do not wait for email.",
    call: "Call Emergency Support",
    write: "Contact Emergency Support",
    subject: "Emergency: ",
  },
};
