// The calls about letters, how their states are called and marked, and what is to be said of one.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type Letter = Schemas["LetterRow"];
export type LetterState = Letter["state"];

export const letters = {
  path: "/api/panel/letters",
  list: (query: Query) => pageOf(api.get("/api/panel/letters", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/letters/{id}", { params: { path: { id } } })),
};

const about = (id: string, key: string) => ({ params: { path: { id } }, headers: keyed(key) });

export const sendAgain = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/letters/{id}/send-again", about(id, key)));

export const settleAsArrived = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/letters/{id}/arrived", about(id, key)));

export const takeBack = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/letters/{id}/take-back", about(id, key)));

export const sendTrial = (key: string) => bodyOf(api.post("/api/panel/letters/trial", { headers: keyed(key) }));

const MAIL = "/api/panel/mail";

/** How mail leaves, and what has not left. */
export const useMail = () => useQuery({ queryKey: [MAIL], queryFn: () => bodyOf(api.get(MAIL)) });

/** Those that somebody has to decide about come first. */
export const letterStates: Record<LetterState, Look> = {
  unsure: { label: "Unsure", variant: "warning", mark: "half" },
  dead: { label: "Not delivered", variant: "destructive", mark: "full" },
  waiting: { label: "Waiting", variant: "outline", mark: "empty" },
  held: { label: "Held", variant: "secondary", mark: "half" },
  sent: { label: "Sent", variant: "success", mark: "check" },
};

const times = (tries: number) => (tries === 1 ? "once" : `${tries} times`);

/** What keeps a letter, in a sentence; empty where nothing does. */
export function whatKeeps({ state, tries, fault }: Letter): string {
  const said = fault && `“${fault}”`;
  if (state === "held") return "Kept as a file on the server, because no mail server is set.";
  if (state === "unsure") return `It may have arrived: the mail server did not say. ${fault ?? ""}`.trim();
  if (state === "waiting" && tries > 0 && said) return `Tried ${times(tries)}. The last answer: ${said}`;
  if (state !== "dead") return "";
  if (tries <= 1) return said ? `The mail server refused it: ${said}` : "The mail server refused it.";
  return `Given up after ${tries} tries.${said ? ` The last answer: ${said}` : ""}`;
}
