// Files that calls answer. Apart from the client, which visitors load too.
import { bodyOf } from "./client";

/** The file that a call answers, which is asked for with `parseAs: "blob"`. */
export const fileOf = (answer: Promise<{ data?: unknown }>) => bodyOf(answer) as Promise<Blob>;
