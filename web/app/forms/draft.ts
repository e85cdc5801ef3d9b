// Words of a form that could not be sent because the session had ended. They wait in the browser until the same form is open
// again.
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";

const key = (name: string) => `draft:${name}`;

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(values));
  } catch {
    // Without storage the words stay in the open form only.
  }
}

function takeDraft(name: string): Record<string, unknown> {
  const kept = sessionStorage.getItem(key(name));
  sessionStorage.removeItem(key(name));
  return kept ? JSON.parse(kept) : {};
}

/** Puts the kept words of this name back into the form, once. */
export function useDraft(name: string | undefined, { setValue }: UseFormReturn): void {
  useEffect(() => {
    if (!name) return;
    for (const [field, value] of Object.entries(takeDraft(name))) setValue(field, value, { shouldDirty: true });
  }, [name, setValue]);
}
