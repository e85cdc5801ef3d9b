// Words on photos that are not saved yet. The screen keeps them, not the cards: these come and go as the list is
// scrolled, and as photos enter and leave it.
import { useCallback, useState } from "react";
import { asks, useUnsavedGuard } from "~/ui/unsaved";
import { useDraft } from "../../any-record/draft";
import { changesOf, isEmpty } from "../../any-record/same";
import { fieldsOf, type Submission, type SubmissionFields } from "./submission";

/** What can be mended of a photo's words. */
export type Words = Partial<Pick<SubmissionFields, "description" | "caption" | "location" | "category">>;

/** What was typed on a photo, and the row that it began with. */
interface Kept {
  fields: Words;
  base: Submission;
}

export const differ = (words: Words, photo: Submission): boolean =>
  !isEmpty(
    changesOf(fieldsOf(photo), { ...fieldsOf(photo), ...words, ...(words.caption === "" && { caption: null }) }),
  );

export function useUnsavedWords() {
  const { draft, keep } = useDraft<Submission, Record<string, Kept>>("photos");
  const [kept, setKept] = useState(draft?.fields ?? {});
  const unsaved = Object.values(kept).some(({ fields, base }) => differ(fields, base));
  useUnsavedGuard(unsaved, () => asks.of?.(Object.values(kept).map(({ fields }) => fields)));
  keep(() => (unsaved ? { fields: kept, base: null } : null));
  return {
    kept,
    /** Keeps what was typed on a photo, with the row that the words began with. */
    type: useCallback(
      (base: Submission, typed: Words) =>
        setKept((was) => {
          const before = was[base.id];
          return { ...was, [base.id]: { base: before?.base ?? base, fields: { ...before?.fields, ...typed } } };
        }),
      [],
    ),
    /** Forgets what is saved by now; what was typed since then stays. Without a row everything is forgotten. */
    forget: useCallback(
      (id: string, saved?: Submission) =>
        setKept(({ [id]: before, ...others }) =>
          before && saved && differ(before.fields, saved) ? { ...others, [id]: { ...before, base: saved } } : others,
        ),
      [],
    ),
  };
}

export type UnsavedWords = ReturnType<typeof useUnsavedWords>;
