// Sends a drawing after its request, with the picture where the visitor agreed to that.
import { api, multipart } from "~/api/client";
import { ApiError, sentenceOf } from "~/api/error";
import { keyed } from "~/api/idempotency";
import type { Carried } from "~/studio/finish";
import { studio as words } from "../content/studio";
import type { Refusal } from "../photos/open-and-send";
import { visitorKey } from "../visitor";

/** Sends it under its key to what has the reference; null where it was taken. */
export async function sendDrawing({ plan, picture }: Carried, key: string, reference: string): Promise<Refusal | null> {
  const body = new FormData();
  body.set("plan", JSON.stringify(plan));
  body.set("reference", reference);
  body.set("key", visitorKey());
  if (picture) body.set("image", new File([picture], "house.jpg", { type: picture.type }));
  try {
    await api.post("/api/drawings", { ...multipart(body), headers: keyed(key) });
    return null;
  } catch (error) {
    const final = error instanceof ApiError && [400, 404, 413, 415, 422].includes(error.status);
    return { said: sentenceOf(error, words.carried.failed), final };
  }
}
