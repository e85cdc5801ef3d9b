// Words of a form that could not be sent because the session had ended. They wait in the browser until the same form is open
// again.
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { session } from "~/lib/storage";

const key = (name: string) => `draft:${name}`;

export function keepDraft(name: string, values: object): void {
  session.set(key(name), JSON.stringify(values));
}

function takeDraft(name: string): Record<string, unknown> {
  const kept = session.get(key(name));
  session.remove(key(name));
  return kept ? JSON.parse(kept) : {};
}

/** Puts the kept words of this name back into the form, once. */
export function useDraft(name: string | undefined, { setValue }: UseFormReturn): void {
  useEffect(() => {
    if (!name) return;
    for (const [field, value] of Object.entries(takeDraft(name))) setValue(field, value, { shouldDirty: true });
  }, [name, setValue]);
}
