// The calls about the gallery's photos, and what a moderator may do with one.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";

export type Submission = Schemas["PhotoRow"];
/** What is edited of a photo. */
export type SubmissionFields = Pick<
  Submission,
  "description" | "caption" | "location" | "category" | "approved" | "place"
> & { withdrawn: boolean };

export const fieldsOf = (photo: Submission): SubmissionFields => {
  const { description, caption, location, category, approved, place, withdrawnAt } = photo;
  return { description, caption, location, category, approved, place, withdrawn: withdrawnAt !== null };
};

export const CATEGORIES: Schemas["GalleryCategory"][] = ["Residential", "Commercial", "Holiday", "Events"];
/** Letters of a caption. */
export const LONGEST_CAPTION = 120;

export const submissions = {
  path: "/api/panel/gallery",
  list: (query: Query) => pageOf(api.get("/api/panel/gallery", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/gallery/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/gallery/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewPhoto"], key: string) =>
    bodyOf(api.post("/api/panel/gallery", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the photo since it was read. */
  update: ({ id, version }: Submission, body: Schemas["PhotoEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/gallery/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

/** The photo itself; only those who may moderate can see it while it is not approved. */
export const imageAddress = (id: string) => `${submissions.path}/${encodeURIComponent(id)}/image`;
