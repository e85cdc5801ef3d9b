// What is done with a chosen photo: it is made small here, and sent under the browser's key. Loaded with the first one.

import { api, multipart } from "~/api/client";
import { ApiError, sentenceOf } from "~/api/error";
import { keyed } from "~/api/idempotency";
import { opens, shrunk } from "~/lib/photo";
import { photoSizeFault, photoTypeFault } from "~/lib/photo-types";
import { visitorPhotos as words } from "../content/sending";
import { visitorKey } from "../visitor";

/** The photo as it is sent, or the sentence that says why it cannot be. */
export async function opened(file: File): Promise<File | string> {
  const small = await shrunk(file);
  const fault = photoTypeFault(small) ?? photoSizeFault(small);
  if (fault) return words.unfit(file.name, fault.text);
  return (await opens(small)) ? small : words.unopened(file.name);
}

/** Why a photo was not taken, and whether to try the same one again. */
export interface Refusal {
  said: string;
  final: boolean;
}

/** Adds the photo to what was sent under the reference; null where it was taken. */
export async function send(file: File, reference: string, key: string): Promise<Refusal | null> {
  const body = new FormData();
  body.set("image", file);
  body.set("reference", reference);
  body.set("key", visitorKey());
  try {
    await api.post("/api/visitor-photos", { ...multipart(body), headers: keyed(key) });
    return null;
  } catch (error) {
    const final = error instanceof ApiError && [400, 404, 413, 415, 422].includes(error.status);
    return { said: sentenceOf(error, words.failed), final };
  }
}
