// One photo with what its sender says of it, and what can be done with it.
import { memo, useId } from "react";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Select, Textarea } from "~/ui/input";
import { MailLink } from "../../list/contact";
import { Day } from "../../list/details";
import { ConflictAlert } from "../../records/conflict";
import { useEdit } from "../../records/edit";
import { imageAddress, type Submission, type SubmissionFields, submissions } from "./submission";
import { differ, type UnsavedWords, type Words } from "./unsaved-words";

const CATEGORIES: Schemas["GalleryCategory"][] = ["Residential", "Commercial", "Holiday", "Events"];

const [REJECTED, APPROVED] = [-1, 1] as const;

interface SubmissionCardProps extends Pick<UnsavedWords, "type" | "forget"> {
  photo: Submission;
  /** What is typed here and not saved. */
  kept: UnsavedWords["kept"][string] | undefined;
}

function useModeration({ photo, kept, type, forget }: SubmissionCardProps) {
  const { base, save, ...edit } = useEdit<Submission, SubmissionFields>({
    kind: submissions,
    row: photo,
    began: kept?.base,
    fields: ({ description, category, approved }) => ({ description, category, approved }),
    touched: kept !== undefined,
    savesChoice: true,
    typed: (field) => Reflect.get(kept?.fields ?? {}, field),
    show: ({ description, category }) =>
      type(photo, { ...(description && { description }), ...(category && { category }) }),
    onSaved: (saved) => forget(saved.id, saved),
    done: "Photo updated",
    failed: "Failed to update photo",
  });
  const words = { description: base.description, category: base.category, ...kept?.fields };
  return {
    ...edit,
    words,
    changed: differ(words, base),
    type: (typed: Words) => type(base, typed),
    discard: () => forget(photo.id),
    keep: (said: string, approved = base.approved) =>
      save({ ...words, description: words.description.trim(), approved }, said),
  };
}

// A key pressed on one card does not draw the others anew.
export const SubmissionCard = memo(function SubmissionCard(props: SubmissionCardProps) {
  const { photo } = props;
  const id = useId();
  const { words, changed, type, discard, saving, conflict, choose, keep } = useModeration(props);
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
          onChange={(event) => type({ category: CATEGORIES.find((name) => name === event.currentTarget.value) })}
          options={CATEGORIES.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="px-4 empty:hidden">
        <ConflictAlert conflict={conflict} choose={choose} />
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
            Save Changes
          </Button>
        )}
        {changed && (
          <Button size="small" variant="quiet" disabled={!idle && !conflict?.gone} onClick={discard}>
            Discard Changes
          </Button>
        )}
      </div>
    </Card>
  );
});
