// What Complete tells: whom one met, why something is left out, and whether the job is finished with its last visit.
import type { Schemas } from "~/api/client";
import type { Operation } from "./applied";
import { isJob, type OwnVisit } from "./own-visit";

export const endingOf = (
  visit: Pick<OwnVisit, "kind" | "lastOpen">,
  whom: Pick<Schemas["Closing"], "met" | "nobodyThere"> | null,
  missing: string | null,
  isFinished: boolean,
): Operation => ({
  status: "done",
  closing: { ...whom, ...(missing !== null && { missing }) },
  completesJob: isJob(visit) && visit.lastOpen && isFinished,
});
