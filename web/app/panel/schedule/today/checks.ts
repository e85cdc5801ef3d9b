// What of a checklist is done: ticked, or shown by a photo of its kind, also one that is on its way.
import type { WaitingPhoto } from "./operations";
import type { OwnVisit } from "./own-visit";

export type Check = OwnVisit["checklist"][number];

export const isMet = (
  { done, photo }: Check,
  { images }: Pick<OwnVisit, "images">,
  waiting: readonly Pick<WaitingPhoto, "kind" | "fault">[],
): boolean =>
  done ||
  (photo !== null &&
    [...(images ?? []), ...waiting.filter(({ fault }) => fault === null)].some(({ kind }) => kind === photo));

/** What is needed with the last visit of a job, and not there. */
export const missingOf = (
  visit: Pick<OwnVisit, "images" | "checklist" | "lastOpen">,
  waiting: readonly Pick<WaitingPhoto, "kind" | "fault">[],
): Check[] =>
  visit.lastOpen ? visit.checklist.filter((check) => check.required && !isMet(check, visit, waiting)) : [];
