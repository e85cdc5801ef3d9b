/** The words of the financing page. Every payment on it is computed from the loan formula, none is typed. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { CallToAction, HeroWords, Plan, Step } from "./types";

export const plans: Plan[] = [
  {
    id: "zero",
    name: "0% APR Financing",
    term: "12 months",
    description: "Spread the cost over one year and pay exactly what the project costs.",
    features: ["0% APR for 12 months", "Twelve equal payments", "90-second application", "No prepayment penalties"],
    popular: false,
    preset: { apr: 0, months: 12 },
  },
  {
    id: "low",
    name: "Low-Rate Financing",
    term: "24-60 months",
    description: "A longer term and a smaller payment, for whole-house and two-story projects.",
    features: [
      "Terms of 24, 36, 48 or 60 months",
      "The same payment every month",
      "90-second application",
      "No prepayment penalties",
    ],
    popular: true,
    preset: { apr: 5.99, months: 36 },
  },
  {
    id: "equity",
    name: "Home Equity Line",
    term: "Against your home's equity",
    description: "For larger properties and projects that go beyond lighting, through a line of credit on your home.",
    features: ["Draw what the project needs", "Suited to larger projects", "Starts with a written quote"],
    popular: false,
    preset: null,
  },
];

export const financing = {
  meta: {
    title: "Lighting Financing and Payment Calculator",
    description:
      "Compare financing plans for permanent LED lighting and estimate a monthly payment with our calculator. Estimate only; no prepayment penalties.",
    label: "Financing",
    card: { name: "financing", alt: scenes["cul-de-sac"] },
    pictures: ["cul-de-sac"],
    questions: "financing_questions",
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Light Now, Pay Over Time",
    lead: `Financing for permanent outdoor lighting at ${fact("serviceArea")}. Most homes cost ${fact("price.range")}; these plans turn that into a monthly figure.`,
  } satisfies HeroWords,
  plans: {
    title: "Three Ways to Pay",
    popular: "Most Popular",
    learnMore: "Learn More",
    learnMoreAbout: (name: string) => `Learn More about ${name}`,
  },
  example: {
    title: "Representative example",
    text: (amount: string, apr: string, months: number, payment: string, interest: string) =>
      `${amount} at ${apr}% APR for ${months} months = ${payment}/month, total interest ${interest}, estimate only.`,
  },
  calculator: {
    title: "Payment Calculator",
    lead: "Move a slider or type a figure.",
    amount: "Loan amount",
    amountUnit: "dollars",
    apr: "Interest rate (APR)",
    aprUnit: "percent",
    months: "Term",
    monthsUnit: "months",
    typed: (field: string, unit: string) => `${field} in ${unit}`,
    aprSpoken: (apr: string) => `${apr} percent`,
    monthsSpoken: (months: number) => `${months} months`,
    payment: "Monthly payment",
    interest: "Total interest",
    total: "Total amount",
    spoken: (payment: string, interest: string, total: string) =>
      `Monthly payment ${payment}, total interest ${interest}, total amount ${total}`,
    disclaimer: "An estimate only. Your rate and payment are set by the lender when you apply.",
    unscripted: "The calculator needs JavaScript; the representative example above was computed with the same formula.",
  },
  steps: {
    title: "How It Works",
    items: [
      {
        number: 1,
        title: "Get Your Quote",
        description: "We measure, design and put one price in writing. It is free.",
        icon: "quote",
      },
      {
        number: 2,
        title: "Choose a Plan",
        description: "Compare the three plans and pick the payment that suits you.",
        icon: "plan",
      },
      {
        number: 3,
        title: "Apply in 90 Seconds",
        description: "A short application, filled out on your phone or with us.",
        icon: "apply",
      },
      {
        number: 4,
        title: "Switch It On",
        description: `We install, usually in ${fact("installTime")}, and you pay month by month.`,
        icon: "install",
      },
    ] satisfies Step[],
  },
  questions: { title: "Questions About Financing" },
  closing: {
    title: "First the Price, Then the Plan",
    text: "A quote takes about a minute to start and does not commit you to anything.",
    button: "Get a Free Quote",
  } satisfies CallToAction,
};
