// The calls about visitors' photos.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import { useList } from "../../list/list";

export type Submission = Schemas["PhotoRow"];
/** What is edited of a photo. */
export type SubmissionFields = Pick<Submission, "description" | "category" | "approved">;

export const SUBMISSIONS = "/api/panel/gallery";

export const useSubmissions = (filters: Record<string, string>) => useList<Submission>(SUBMISSIONS, filters);

/** The photo itself; only those who may moderate can see it while it is not approved. */
export const imageAddress = (id: string) => `${SUBMISSIONS}/${encodeURIComponent(id)}/image`;

/** Changes what is named, unless somebody else changed the photo since it was read. */
export async function moderate(
  { id, version }: Submission,
  changes: Partial<SubmissionFields>,
  key: string,
): Promise<Submission> {
  const params = { path: { id } };
  const body = changes as Schemas["PhotoEdit"];
  return bodyOf(api.patch("/api/panel/gallery/{id}", { params, body, headers: changing(version, key) }));
}
