/** The words of the support page: quick links, ten answers, and every way to reach us. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { HeroWords, Question } from "./types";

/** The entries that other pages and the quick links point at. */
export const anchors = {
  app: "app",
  firmware: "firmware",
  contact: "contact",
  emergency: "emergency",
  questions: "questions",
} as const;

const questions: Question[] = [
  {
    id: anchors.app,
    question: "How do I get started with the mobile app?",
    answer:
      "We send you the link to the app with your system and set it up with you on the day of installation. If you have a new phone or the link is gone, write to us with the address of your installation and we will send it again. Keep the phone on the same 2.4GHz WiFi network as the controller while you connect.",
  },
  {
    id: "wifi",
    question: "Which WiFi network does the controller need?",
    answer:
      "A 2.4GHz network. If your router offers 2.4GHz and 5GHz under one name, open its settings and turn on a separate 2.4GHz network name during setup.",
  },
  {
    id: "reset",
    question: "How do I reset the controller?",
    answer:
      "Press and hold the reset button for 10 seconds, then let go. The controller restarts and waits to be connected to WiFi. Try this first when the app shows it as offline.",
  },
  {
    id: anchors.firmware,
    question: "How do I update the firmware?",
    answer:
      "In the app, open the settings of your controller and choose the firmware entry. If an update is waiting, start it there and leave the controller switched on until the app says it is finished.",
  },
  {
    id: "schedule",
    question: "How do I set a schedule?",
    answer:
      "Open Schedules in the app, pick a scene, then a start, an end and the days it should run. Save it, and the lights follow it on their own.",
  },
  {
    id: "scene",
    question: "How do I save my own scene or effect?",
    answer:
      "Set colors and brightness until you like them, then choose Save scene and give it a name. Effects such as a slow fade are saved with it. A saved scene can be used in any schedule.",
  },
  {
    id: "voice",
    question: "Can I control the lights by voice?",
    answer:
      "Yes, the system is compatible with voice control. Link it once in the settings of the app; after that a sentence switches the lights.",
  },
  {
    id: "dark",
    question: "A section of lights is dark. What should I do?",
    answer:
      "Check in the app that the section is not switched off or dimmed in the running scene, then reset the controller with a 10-second press. If the section stays dark, send us a photo and its approximate location on the roofline.",
  },
  {
    id: "clean",
    question: "How do I clean the lights?",
    answer: "Rinse them with a garden hose once or twice a year. Do not use cleaning solutions.",
  },
  {
    id: "claim",
    question: "How do I make a warranty claim?",
    answer: `Contact support by phone, email or portal with your registration information and a description of the issue. Products are covered for ${fact("warranty.productYears")} years and labor for ${fact("warranty.laborYears")}. Most claims are resolved in 5-7 business days.`,
  },
];

export const support = {
  meta: {
    title: "Lighting Support: App, WiFi and Warranty",
    description: `Help with the app, controller resets, WiFi setup, firmware and warranty claims. Support is open ${fact("hours")}; email replies ${fact("emailResponse")}.`,
    label: "Support",
    card: { name: "support", alt: scenes["controller-wide"] },
    pictures: ["controller-wide"],
    questions,
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
  questions: { title: "Questions and Answers", items: questions },
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
