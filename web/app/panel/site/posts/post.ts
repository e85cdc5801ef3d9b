// Posts behind the scenes: the calls about them, and how their states are called and marked.
import { api, bodyOf, multipart, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type Post = Schemas["DraftRow"];
/** A post as the list shows it: without its text. */
export type PostCard = Schemas["DraftCard"];

/** When a post goes public, where not at once, and whether subscribers are told then. */
type Publication = Schemas["Publication"];

const about = (id: string) => ({ path: { id } });

export const posts = {
  path: "/api/panel/posts",
  list: (query: Query) => pageOf(api.get("/api/panel/posts", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/posts/{id}", { params: about(id) })),
  history: (id: string) => bodyOf(api.get("/api/panel/posts/{id}/history", { params: about(id) })),
  create: (body: Schemas["NewDraft"], key: string) =>
    bodyOf(api.post("/api/panel/posts", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the post since it was read. */
  update: ({ id, version }: Post, body: Schemas["DraftEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/posts/{id}", { params: about(id), body, headers: changing(version, key) })),
  /** Now, or at a time to come; unless somebody else changed the post since it was read. */
  publish: ({ id, version }: PostCard, body: Publication, key: string) =>
    bodyOf(api.post("/api/panel/posts/{id}/publish", { params: about(id), body, headers: changing(version, key) })),
  unpublish: ({ id, version }: PostCard, key: string) =>
    bodyOf(api.post("/api/panel/posts/{id}/unpublish", { params: about(id), headers: changing(version, key) })),
  unschedule: ({ id, version }: PostCard, key: string) =>
    bodyOf(api.post("/api/panel/posts/{id}/unschedule", { params: about(id), headers: changing(version, key) })),
  delete: ({ id, version }: PostCard, key: string) =>
    api.delete("/api/panel/posts/{id}", { params: about(id), headers: changing(version, key) }),
  preview: (content: string) => bodyOf(api.post("/api/panel/posts/preview", { body: { content } })),
};

/** Keeps a picture; answers the address that it has once its post is published. */
export async function keepPicture(file: File, key: string): Promise<string> {
  const form = new FormData();
  form.set("image", file);
  const kept = await bodyOf(api.post("/api/panel/post-pictures", { ...multipart(form), headers: keyed(key) }));
  return kept.image;
}

const UPLOADS = "/uploads/";

/** Where staff see a post's picture: one of ours is public no sooner than its post. */
export const pictureAddress = (image: string): string =>
  image.startsWith(UPLOADS) ? `/api/panel/post-pictures/${image.slice(UPLOADS.length)}?small=true` : image;

export const postStates: Record<Schemas["PostState"], Look> = {
  draft: { label: "Draft", variant: "outline", mark: "empty" },
  scheduled: { label: "Scheduled", variant: "secondary", mark: "half" },
  published: { label: "Published", variant: "default", mark: "check" },
};

export const postCategories = [
  "Installation Tips",
  "Design Ideas",
  "Technology",
  "Case Studies",
] as const satisfies readonly Schemas["BlogCategory"][];
