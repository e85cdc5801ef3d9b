// The steps of setting up: what each is about, what it means not to take it, and where it is done.
import type { StepRow } from "./setup";

type Lack = StepRow["lacks"][number];
type StepId = StepRow["id"];

interface StepWords {
  title: string;
  /** What visitors and staff meet as long as it is not done. */
  without: string;
  /** Where it is done; what lacks first may decide. */
  where: string | ((lacks: Lack[]) => string);
  /** Whether that is a dialog, which leads back when it is closed. */
  dialog?: true;
  /** Where its public side is seen. */
  seen?: string;
  /** How it is left out; a step without cannot be. */
  skip?: string;
}

export const STEPS: Record<StepId, StepWords> = {
  facts: {
    title: "Brand and contact",
    without: "Your website and emails still show a sample company.",
    where: (lacks) => {
      const brand = lacks.some((lack) => lack === "sample" || lack === "brand" || lack === "legal_name");
      return `/panel/settings?tab=organization&id=${brand || lacks.length === 0 ? "brand" : "contact"}`;
    },
    dialog: true,
    seen: "/",
  },
  place: {
    title: "First branch",
    without: "Emails give no address, and the branch keeps the company's hours in New York time.",
    where: "/panel/settings?tab=branches&id=1",
    dialog: true,
  },
  prices: {
    title: "Prices",
    without: "The website shows a sample price range, and quotes use sample rates.",
    where: "/panel/settings?tab=organization&id=prices",
    dialog: true,
    seen: "/residential",
    skip: "Keep These",
  },
  mail: {
    title: "Mail",
    without: "Nobody knows yet whether emails to visitors and staff arrive.",
    where: "/panel/settings?tab=mail",
    skip: "Not Needed",
  },
  people: {
    title: "People",
    without: "You are the only one who can sign in.",
    where: "/panel/users?new",
    dialog: true,
    skip: "Not Needed",
  },
  area: {
    title: "Service area",
    without: "Every ZIP code counts as served, and all requests go to one branch.",
    where: "/panel/settings?tab=zip-codes",
    skip: "Not Needed",
  },
  content: {
    title: "Content",
    without: "Pages show invented customers, people and figures, marked as samples.",
    where: "/panel/settings?tab=content",
    seen: "/about",
    skip: "Not Needed",
  },
};

/** What a step lacks, as it is read. */
export const LACKS: Record<Lack, string> = {
  sample: "“Marked as sample” set to No",
  brand: "the brand",
  legal_name: "the legal name",
  email: "the email address",
  phone: "the phone number",
  address: "an address",
  hours: "opening hours",
  prices: "prices",
  mail_server: "a mail server (those who run this server set DUSKLINE_SMTP_URL)",
  letter: "a test email",
  colleagues: "a colleague",
  zip_codes: "ZIP codes",
  samples: "sections without samples",
};

export function placeOf({ id, lacks }: StepRow): string {
  const { where } = STEPS[id];
  return typeof where === "string" ? where : where(lacks);
}
