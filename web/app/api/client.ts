// The one way to the server. Every call sends the session cookie; an answer that is not a success is thrown as ApiError.
import createClient from "openapi-fetch";
import { ApiError } from "./error";
import { keyed } from "./idempotency";
import type { components, paths } from "./schema";

/** The shapes that travel, by the names of the server's own document. */
export type Schemas = components["schemas"];

let signedOut = () => {};

/** Says what to do when a call of the panel finds the session ended. */
export function whenSignedOut(act: () => void): void {
  signedOut = act;
}

let written = () => {};

/** Says what to do when a call of the panel has changed something. */
export function whenWritten(act: () => void): void {
  written = act;
}

async function send(request: Request | string): Promise<Response> {
  // biome-ignore lint/style/noRestrictedGlobals: the one place that talks to the server
  const response = await fetch(request, { credentials: "include" });
  const ofPanel = new URL(response.url).pathname.startsWith("/api/panel/");
  if (response.status === 401 && ofPanel) signedOut();
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  if (ofPanel && request instanceof Request && request.method !== "GET") written();
  return response;
}

const typed = createClient<paths>({ fetch: send, credentials: "include" });

/** Calls by method and path, with everything typed from the server's document. */
export const api = { get: typed.GET, post: typed.POST, patch: typed.PATCH, delete: typed.DELETE };

/** The body of an answer; calls without one give nothing. */
export async function bodyOf<Answer extends { data?: unknown }>(answer: Promise<Answer>) {
  return (await answer).data as NonNullable<Answer["data"]>;
}

/** A GET of any address of this site, as JSON. */
export async function get<Data>(address: string): Promise<Data> {
  return (await send(address)).json();
}

/** The same, but nobody being signed in is an empty result instead of an error. */
export async function getOrNull<Data>(address: string): Promise<Data | null> {
  try {
    return await get<Data>(address);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Sends a form with a file in it. */
export async function upload<Data>(address: string, form: FormData, key: string): Promise<Data> {
  return (await send(new Request(address, { method: "POST", body: form, headers: keyed(key) }))).json();
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows match in all. */
  total: number;
  /** The address of the next page, or null after the last one. */
  next: string | null;
}

/** One page of a list: its rows, the count of all that match, and where it goes on. */
export async function getPage<Row>(address: string): Promise<Page<Row>> {
  const response = await send(address);
  const rows: Row[] = await response.json();
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("Link") ?? "");
  return {
    rows,
    total: Number(response.headers.get("X-Total-Count") ?? rows.length),
    // Only the path: the page may be open under another name of the same site.
    next: next?.[1] ? new URL(next[1], location.href).pathname + new URL(next[1], location.href).search : null,
  };
}

/** All rows of a list, page by page: for the choices of a picker. */
export async function getAll<Row>(address: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = address; next; ) {
    const page: Page<Row> = await getPage<Row>(next);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}
