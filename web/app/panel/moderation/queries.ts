// The calls about visitors' photos.
import { api, bodyOf, type Schemas } from "~/api/client";
import { useList } from "../list/list";

export type Submission = Schemas["PhotoRow"];
export type SubmissionEdit = Schemas["PhotoEdit"];

const SUBMISSIONS = "/api/panel/gallery";

export const useSubmissions = (filters: Record<string, string>) => useList<Submission>(SUBMISSIONS, filters);

/** The photo itself; only those who may moderate can see it while it is not approved. */
export const imageAddress = (id: string) => `${SUBMISSIONS}/${encodeURIComponent(id)}/image`;

export async function moderate({ id, version }: Submission, body: SubmissionEdit): Promise<Submission> {
  const headers = { "If-Match": `"${version}"` };
  return bodyOf(api.patch("/api/panel/gallery/{id}", { params: { path: { id } }, body, headers }));
}
