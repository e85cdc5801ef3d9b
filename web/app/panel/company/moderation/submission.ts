// The calls about visitors' photos.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";

export type Submission = Schemas["PhotoRow"];
/** What is edited of a photo. */
export type SubmissionFields = Pick<Submission, "description" | "category" | "approved">;

export const submissions = {
  path: "/api/panel/gallery",
  list: (query: Query) => pageOf(api.get("/api/panel/gallery", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/gallery/{id}", { params: { path: { id } } })),
  /** Changes what is named, unless somebody else changed the photo since it was read. */
  update: ({ id, version }: Submission, body: Schemas["PhotoEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/gallery/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

/** The photo itself; only those who may moderate can see it while it is not approved. */
export const imageAddress = (id: string) => `${submissions.path}/${encodeURIComponent(id)}/image`;
