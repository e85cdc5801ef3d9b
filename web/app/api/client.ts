// The one way to the server. Every call sends the session cookie; an answer that is not a success is thrown as ApiError.
import createClient from "openapi-fetch";
import { ApiError } from "./error";
import type { components, paths } from "./schema";

/** The shapes that travel, by the names of the server's own document. */
export type Schemas = components["schemas"];

interface Watcher {
  /** Before a call leaves. */
  sent?: (request: Request) => void;
  /** When it was answered, whatever the answer. */
  answered: (request: Request, response: Response) => void;
}

const watchers: Watcher[] = [];

/** Lets the panel hear of every call; pages of visitors have nobody who listens. */
export function watchCalls(watcher: Watcher): void {
  watchers.push(watcher);
}

/** Marks what the panel asks by itself: that its session has ended leads nobody away from what they do. */
export const BY_ITSELF = "X-By-Itself";

/** Says for whom a call is made: the server does nothing for a session of somebody else's. */
export const PERSON = "X-Person";

/** Of Retry-After, in seconds as our server writes it. */
function secondsOf(headers: Headers): number | undefined {
  const seconds = Number.parseInt(headers.get("Retry-After") ?? "", 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** Sends a request as every call is sent. */
export async function send(request: Request): Promise<Response> {
  for (const { sent } of watchers) sent?.(request);
  // biome-ignore lint/style/noRestrictedGlobals: the one place that talks to the server
  const response = await fetch(request, { credentials: "include" });
  for (const { answered } of watchers) answered(request, response);
  if (!response.ok)
    throw new ApiError(response.status, await response.text(), response.statusText, secondsOf(response.headers));
  return response;
}

let sender = send;

/** Lets the panel send its calls in its own way; pages of visitors do not load it. */
export function sendBy(other: typeof send): void {
  sender = other;
}

const typed = createClient<paths>({ fetch: (request) => sender(request) });

/** Calls by method and path, with everything typed from the server's document. */
export const api = { get: typed.GET, post: typed.POST, patch: typed.PATCH, delete: typed.DELETE };

/** The body of an answer, of a call whose answer has one. */
export async function bodyOf<Body>(answer: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await answer;
  if (data === undefined) throw new Error("No body.");
  return data;
}

/** What is sent where a file goes along. */
export const multipart = (form: FormData) => ({
  body: form as never, // the document tells the fields, and openapi-fetch asks for them even where a form carries them
});

/** What narrows a list, and where its page begins. */
export type Query = Record<string, string>;

export interface Page<Row> {
  rows: Row[];
  /** How many rows match in all. */
  total: number;
  /** What asks for the next page, or null after the last one. */
  next: Query | null;
}

/** One page of a list: its rows, the count of all that match, and where it goes on. */
export async function pageOf<Row>(answer: Promise<{ data?: Row[]; response: Response }>): Promise<Page<Row>> {
  const { headers } = (await answer).response;
  const rows = await bodyOf(answer);
  const next = /<[^>]*\?([^>]+)>;\s*rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  return {
    rows,
    total: Number(headers.get("X-Total-Count") ?? rows.length),
    next: next === undefined ? null : Object.fromEntries(new URLSearchParams(next)),
  };
}

/** All rows of a list, page by page: for the choices of a picker. */
export async function allOf<Row>(list: (query: Query) => Promise<Page<Row>>, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: Query | null = { ...query, limit: "200" }; next; ) {
    const page: Page<Row> = await list(next);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}
