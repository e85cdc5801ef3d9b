// One photo with what its sender says of it, and what can be done with it.
import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Select, Textarea } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { MailLink } from "../list/contact";
import { Day } from "../list/details";
import { ConflictNotice } from "../records/conflict";
import { useDraft } from "../records/draft";
import { useEdit } from "../records/edit";
import { same } from "../records/merge";
import { useUser } from "../shell/user";
import { imageAddress, moderate, SUBMISSIONS, type Submission, type SubmissionFields } from "./queries";

const CATEGORIES = ["Residential", "Commercial", "Holiday", "Events"] as const;

const [REJECTED, APPROVED] = [-1, 1] as const;

/** What can be mended of a photo's words. */
type Words = Pick<SubmissionFields, "description" | "category">;

function useModeration(photo: Submission) {
  const { id: person } = useUser();
  const { draft, keep } = useDraft<Submission>(person, `photo ${photo.id}`);
  const [typed, setTyped] = useState<Partial<Words>>(draft?.fields ?? {});
  const { base, save, ...edit } = useEdit<Submission, SubmissionFields>({
    path: SUBMISSIONS,
    row: photo,
    began: draft?.base ?? undefined,
    fields: ({ description, category, approved }) => ({ description, category, approved }),
    touched: Object.keys(typed).length > 0,
    savesChoice: true,
    update: moderate,
    show: ({ description, category }) =>
      setTyped((was) => ({ ...was, ...(description && { description }), ...(category && { category }) })),
    done: "Photo updated",
    failed: "Failed to update photo",
  });
  const words = { description: base.description, category: base.category, ...typed };
  const changed = !same(words.description, base.description) || words.category !== base.category;
  useUnsavedGuard(changed);
  keep(() => (changed ? { fields: typed, base } : null));
  return {
    ...edit,
    words,
    changed,
    type: (part: Partial<Words>) => setTyped({ ...typed, ...part }),
    keep: async (said: string, approved = base.approved) => {
      if (await save({ ...words, description: words.description.trim(), approved }, said)) setTyped({});
    },
  };
}

export function SubmissionCard({ photo }: { photo: Submission }) {
  const id = useId();
  const { words, changed, type, saving, conflict, choose, keep } = useModeration(photo);
  const idle = !saving && !conflict;
  return (
    <Card className="flex h-full flex-col gap-3 overflow-hidden pb-4">
      <a href={imageAddress(photo.id)} target="_blank" rel="noreferrer">
        <img
          src={`${imageAddress(photo.id)}?small=true`}
          alt={`${photo.description} - ${photo.location}`}
          loading="lazy"
          className="aspect-4/3 w-full bg-sunk object-cover"
        />
      </a>
      <div className="grid gap-3 px-4">
        <p className="text-muted">
          {photo.name}, {photo.location}, <Day value={photo.createdAt} />
          <br />
          <MailLink email={photo.email} />
        </p>
        <label htmlFor={`${id}-words`} className="-mb-1.5 font-semibold text-small">
          Description
        </label>
        <Textarea
          id={`${id}-words`}
          maxLength={10_000}
          className="min-h-20"
          value={words.description}
          onChange={(event) => type({ description: event.currentTarget.value })}
        />
        <label htmlFor={`${id}-category`} className="-mb-1.5 font-semibold text-small">
          Category
        </label>
        <Select
          id={`${id}-category`}
          value={words.category}
          onChange={(event) => type({ category: event.currentTarget.value })}
          options={CATEGORIES.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="px-4 empty:hidden">
        <ConflictNotice conflict={conflict} choose={choose} />
      </div>
      <div className="mt-auto flex flex-wrap gap-2 px-4 pt-1">
        {photo.approved !== APPROVED && (
          <Button size="small" disabled={!idle} onClick={() => keep("Photo approved", APPROVED)}>
            Approve
          </Button>
        )}
        {photo.approved !== REJECTED && (
          <Button size="small" variant="outline" disabled={!idle} onClick={() => keep("Photo rejected", REJECTED)}>
            Reject
          </Button>
        )}
        {changed && (
          <Button size="small" variant="quiet" disabled={!idle} onClick={() => keep("Photo updated")}>
            Save Words
          </Button>
        )}
      </div>
    </Card>
  );
}
