// Words that were sent and have no answer: they are on their way, or their answer was lost. Before they are discarded it is not said that they are not saved.
import { watchCalls } from "~/api/client";
import { UNANSWERED } from "~/forms/form";
import { asks } from "~/ui/unsaved";

/** What is said in a value and its parts, without the names. */
const saidIn = (value: unknown): string[] =>
  value !== null && typeof value === "object" ? Object.values(value).flatMap(saidIn) : [String(value ?? "").trim()];

/** What was sent and has no answer, by its request, and its body as soon as that is read. */
const unanswered = new Map<Request, { body?: string; read: Promise<void> }>();

async function note(request: Request): Promise<void> {
  const body = await request.clone().text();
  const one = unanswered.get(request);
  if (one) one.body = body;
}

/** The same is done once: this is also the answer to those before it. */
async function settle(request: Request, ok: boolean): Promise<void> {
  const one = unanswered.get(request);
  await one?.read;
  unanswered.delete(request);
  if (one && ok) for (const [other, { body }] of unanswered) if (body === one.body) unanswered.delete(other);
}

watchCalls({
  sent(request) {
    if (request.method !== "GET" && /json/.test(request.headers.get("Content-Type") ?? ""))
      unanswered.set(request, { read: note(request) });
  },
  answered: (request, { ok }) => void settle(request, ok),
});

asks.of = (typed) => {
  const words = saidIn(typed).filter(Boolean);
  const isIn = ({ body = "null" }) => words.every((word) => saidIn(JSON.parse(body)).includes(word));
  return words.length > 0 && [...unanswered.values()].some(isIn) ? UNANSWERED : undefined;
};
