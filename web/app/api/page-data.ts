// What a page shows that only the running server knows: the company's facts, the posts, the approved pictures.
// At build every value is an expression of the template (⟦ facts.brand ⟧), which the server fills with Jinja2; in the browser
// the same values are read from the JSON that the server puts into the page, so that both renderings agree.
import type { Schemas } from "./client";

export interface Facts {
  brand: string;
  legalName: string;
  tagline: string;
  sample: boolean;
  phone: { display: string; href: string } | null;
  email: string | null;
  /** What writes to that address. */
  emailHref: string | null;
  address: string | null;
  serviceArea: string;
  hours: string;
  /** As machines read them, where they can. */
  openingHours: string | null;
  emailResponse: string;
  installTime: string;
  /** Whole dollars; `range` is the text of both. */
  price: { low: number; high: number; range: string };
  ratePerFoot: { low: number; high: number };
  /** What a building changes about its price, in percent. */
  rateFactors: Record<"business" | "twoStories" | "threeStories" | "front" | "frontShare", number>;
  warranty: { productYears: string; laborYears: string };
  social: Record<"facebook" | "twitter" | "instagram" | "linkedin" | "youtube", string | null>;
  foundedYear: string;
  /** Whether there is such a text. */
  texts: { privacy: boolean; terms: boolean };
}

export type Post = Schemas["Post"];
export type PostCard = Schemas["PostCard"];
/** A post as its page shows it: what its writer typed stays on the server. */
export type OpenPost = Omit<Post, "content">;
export type GalleryPhoto = Schemas["GalleryPhoto"];

export type SectionName = Schemas["SectionName"];

/** What stands in a section that the company fills: a quote, a person, a question. Which of it there is, the section decides. */
export interface Item {
  id: string;
  title: string;
  note: string | null;
  text: string | null;
  rating: number | null;
  details: Schemas["DetailRow"][];
  image: string | null;
  imageAlt: string | null;
  /** Whether a computer made the picture. */
  rendered: boolean;
  sample: boolean;
}

export type Counts = Record<string, number>;

export interface PageData {
  facts: Facts;
  /** The site's own address without a slash at the end. */
  publicUrl: string;
  year: number;
  gaMeasurementId: string | null;
  posts?: PostCard[];
  post?: OpenPost;
  gallery?: GalleryPhoto[];
  /** How many posts or photos there are in all, by category: the page carries the newest. */
  counts?: Partial<Record<"posts" | "gallery", Counts>>;
  sections?: Partial<Record<SectionName, Item[]>>;
  /** A post was asked for that does not exist. */
  lost?: boolean;
}

/** What the server writes here, escaped for HTML. React and JSON.stringify leave these marks alone, and no text of ours holds one. */
export const expression = (name: string): string => `⟦ ${name} ⟧`;

/** What an expression names, without its marks. */
export const bare = (text: unknown): string => String(text).slice(2, -2);

/** A text with each of its expressions passed on: `piped("⟦ post.id ⟧", "|uri")` is ⟦ post.id|uri ⟧. */
export const piped = (text: string, filter: string): string => text.replaceAll(" ⟧", `${filter} ⟧`);

/** JSON with expressions in its texts, which cannot end the script around it. */
export const jsonOf = (value: unknown): string => piped(JSON.stringify(value).replaceAll("<", "\\u003c"), "|json_text");

/** A statement of the template. React takes it for a text and keeps it apart from its neighbors, so that hydration finds them. */
export const statement = (words: string): string => `⟦% ${words} %⟧`;

/** An object whose every member is the expression of its own name: `post.title` reads ⟦ post.title ⟧. */
export function expressionRow<Row>(name: string): Row {
  // A proxy has the type of what it stands before, which is nothing.
  return new Proxy(
    {},
    { get: (_, field) => (typeof field === "string" ? expression(`${name}.${field}`) : undefined) },
  ) as Row;
}

function read(): PageData | null {
  const text = document.getElementById("page")?.textContent;
  return text ? JSON.parse(text) : null;
}

/** The page's data; null at build, where only the template exists. */
export const pageData: PageData | null = import.meta.env.SSR ? null : read();

function lookUp(path: string): unknown {
  let value: unknown = pageData;
  for (const step of path.split(".")) {
    if (value === null || typeof value !== "object") return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The value at `path` as text ("facts.phone.display", "publicUrl", "year"); nothing is an empty text. */
export function textAt(path: string): string {
  if (import.meta.env.SSR) return expression(path);
  const value = lookUp(path);
  return value === null || value === undefined ? "" : String(value);
}

/** Whether there is something at `path`: as in the template, none of null, false, 0, "" and an empty list. Only in the browser. */
export function isSet(path: string): boolean {
  const value = lookUp(path);
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
