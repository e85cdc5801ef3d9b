// Sends a visitor's message under the browser's key, and keeps the number that it is given.
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { keepReference, type Reference, visitorKey } from "./visitor";

export async function sendMessage(message: Omit<Schemas["ContactMessage"], "key">, key: string): Promise<Reference> {
  const body = { ...message, key: visitorKey() };
  const { reference } = await bodyOf(api.post("/api/contact", { body, headers: keyed(key) }));
  return keepReference("message", reference);
}
