// Of words that were sent and have no answer it is not said, before they are discarded, that they are not saved.
import { unanswered } from "~/api/own-changes";
import { UNANSWERED } from "~/forms/form";
import { asks } from "~/ui/unsaved";

/** What is said in a value and its parts, without the names. */
const saidIn = (value: unknown): string[] =>
  value !== null && typeof value === "object" ? Object.values(value).flatMap(saidIn) : [String(value ?? "").trim()];

asks.of = (typed) => {
  const words = saidIn(typed).filter(Boolean);
  const isIn = ({ body }: { body: string }) => words.every((word) => saidIn(JSON.parse(body || "null")).includes(word));
  return words.length > 0 && unanswered().some(isIn) ? UNANSWERED : undefined;
};
