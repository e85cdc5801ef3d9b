// What a page shows that only the running server knows: the company's facts, the posts, the approved pictures.
// At build every value is a token (⟦facts.brand⟧) that the server replaces; in the browser the same values are read from
// the JSON that the server puts into the page, so both renderings agree.
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
}

export type Post = Schemas["Post"];
export type PostCard = Schemas["PostCard"];
export type GalleryItem = Schemas["GalleryItem"];

export type Counts = Record<string, number>;

export interface PageData {
  facts: Facts;
  /** The site's own address without a slash at the end. */
  publicUrl: string;
  year: number;
  gaMeasurementId: string | null;
  posts?: PostCard[];
  post?: Post;
  gallery?: GalleryItem[];
  /** How many posts or photos there are in all, by category: the page carries the newest. */
  counts?: Partial<Record<"posts" | "gallery", Counts>>;
  /** A post was asked for that does not exist. */
  lost?: boolean;
}

const token = (name: string) => `⟦${name}⟧`;

/** An object whose every member is the token of its own name: `post.title` reads "⟦post.title⟧". */
export function tokenRow<Row>(name: string): Row {
  return new Proxy(
    {},
    { get: (_, field) => (typeof field === "string" ? token(`${name}.${field}`) : undefined) },
  ) as Row;
}

function read(): PageData | null {
  const text = document.getElementById("page")?.textContent;
  return text ? JSON.parse(text) : null;
}

/** The page's data; null at build, where only tokens exist. */
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
  if (import.meta.env.SSR) return token(path);
  const value = lookUp(path);
  return value === null || value === undefined ? "" : String(value);
}

/** Whether the value at `path` is set: not null, not empty. Only in the browser; at build both cases are drawn. */
export function isSet(path: string): boolean {
  const value = lookUp(path);
  return Array.isArray(value)
    ? value.length > 0
    : value !== null && value !== undefined && value !== "" && value !== false;
}
