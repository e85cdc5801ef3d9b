// One photo with what is said of it, who agreed, and what can be done with it.
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, memo, useId, useState } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Input, Select, Textarea } from "~/ui/input";
import { ConflictAlert } from "../../any-record/conflict";
import { useEdit } from "../../any-record/edit";
import { useHeldFocus } from "../../any-record/held-focus";
import { History } from "../../any-record/history";
import { MailLink } from "../../list/contact";
import { Day } from "../../list/details";
import {
  CATEGORIES,
  fieldsOf,
  imageAddress,
  LONGEST_CAPTION,
  type Submission,
  type SubmissionFields,
  submissions,
} from "./submission";
import { differ, type UnsavedWords, type Words } from "./unsaved-words";

const [REJECTED, APPROVED] = [-1, 1] as const;

interface SubmissionCardProps extends Pick<UnsavedWords, "type" | "forget"> {
  photo: Submission;
  /** What is typed here and not saved. */
  kept: UnsavedWords["kept"][string] | undefined;
  /** How many stand in the gallery, as far as that is known. */
  most?: number | undefined;
}

function useModeration({ photo, kept, type, forget }: SubmissionCardProps) {
  // Others that move take it along without a version: the list knows where it stands now.
  const fields = (row: Submission) => fieldsOf(row.version === photo.version ? { ...row, place: photo.place } : row);
  const { base, save, ...edit } = useEdit<Submission, SubmissionFields>({
    kind: submissions,
    row: photo,
    began: kept?.base,
    fields,
    touched: kept !== undefined,
    savesChoice: true,
    takesBack: true,
    typed: (field) => Reflect.get(kept?.fields ?? {}, field),
    show: ({ approved, place, withdrawn, ...words }) => type(photo, words),
    onSaved: (saved) => forget(saved.id, saved),
    done: "Photo updated",
    failed: "Failed to update photo",
  });
  const { description, caption, location, category } = { ...base, ...kept?.fields };
  const words = { description, caption, location, category };
  const typed = { ...words, description: description.trim(), caption: caption?.trim() || null };
  return {
    ...edit,
    base,
    words,
    changed: differ(words, base),
    type: (typed: Words) => type(base, typed),
    discard: () => forget(photo.id),
    /** Saves what was typed, and what else is to become of the photo. */
    keep: (said: string, change: Partial<SubmissionFields> = {}) => save({ ...typed, ...change }, said),
    /** Leaves alone what was typed. */
    move: (place: number) => save({ place }, `Photo is now number ${place}`),
    place: fields(base).place,
  };
}

/** Who agreed to what, and when. */
function Consent({ photo: { consent, consentedAt, withdrawnAt, own } }: { photo: Submission }) {
  if (withdrawnAt)
    return (
      <Refusal>
        Consent withdrawn <Day value={withdrawnAt} />. It cannot be shown.
      </Refusal>
    );
  if (!(consent && consentedAt))
    return <Refusal>No consent on record. Ask the sender to send it again from the gallery page.</Refusal>;
  return (
    <Disclosure
      label={
        <>
          {own ? "Owner agreed" : "Sender agreed"} <Day value={consentedAt} />
        </>
      }
    >
      <blockquote className="break-words text-muted">“{consent}”</blockquote>
    </Disclosure>
  );
}

const Refusal = ({ children }: { children: React.ReactNode }) => (
  <p className="rounded-control bg-warn-tint p-3 text-on-warn-tint">{children}</p>
);

interface OrderProps {
  title: string;
  place: number;
  most: number | undefined;
  move: (place: number) => Promise<unknown>;
}

/** Where it stands in the gallery, and the way to another place. */
function Order({ title, place, most, move }: OrderProps) {
  const held = useHeldFocus(place);
  const [asked, ask] = useState<number | null>(null);
  const at = asked ?? place;
  async function to(next: number) {
    if (next < 1 || (most !== undefined && next > most)) return;
    held.current = document.activeElement;
    ask(next);
    if (!(await move(next))) held.current = null;
    ask((now) => (now === next ? null : now));
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!(step && event.altKey)) return;
    event.preventDefault();
    void to(at + step);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Alt with an arrow, on either of the buttons
    <div className="flex items-center gap-1" onKeyDown={press}>
      <span className="mr-auto tabular-nums">Number {at} in the gallery</span>
      <Button
        variant="quiet"
        size="iconSmall"
        aria-label={`Move ${title} up`}
        className="aria-disabled:opacity-40"
        disabled={at === 1}
        onClick={() => to(at - 1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="iconSmall"
        aria-label={`Move ${title} down`}
        className="aria-disabled:opacity-40"
        disabled={at === most}
        onClick={() => to(at + 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
    </div>
  );
}

interface WordsProps {
  words: Required<Words>;
  type: (typed: Words) => void;
}

/** What stands below the picture, and what is read to those who cannot see it. */
function WordFields({ words, type }: WordsProps) {
  const id = useId();
  return (
    <>
      <Label htmlFor={`${id}-caption`}>Caption</Label>
      <Input
        id={`${id}-caption`}
        maxLength={LONGEST_CAPTION}
        value={words.caption ?? ""}
        onChange={(event) => type({ caption: event.currentTarget.value })}
      />
      <Label htmlFor={`${id}-words`}>Description</Label>
      <Textarea
        id={`${id}-words`}
        maxLength={10_000}
        className="min-h-20"
        value={words.description}
        onChange={(event) => type({ description: event.currentTarget.value })}
      />
      <Label htmlFor={`${id}-location`}>Location</Label>
      <Input
        id={`${id}-location`}
        maxLength={300}
        value={words.location}
        onChange={(event) => type({ location: event.currentTarget.value })}
      />
      <Label htmlFor={`${id}-category`}>Category</Label>
      <Select
        id={`${id}-category`}
        value={words.category}
        onChange={(event) => type({ category: CATEGORIES.find((name) => name === event.currentTarget.value) })}
        options={CATEGORIES.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

const Label = (props: { htmlFor: string; children: string }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: it names its control by `htmlFor`
  <label className="-mb-1.5 font-semibold text-small" {...props} />
);

// A key pressed on one card does not draw the others again.
export const SubmissionCard = memo(function SubmissionCard(props: SubmissionCardProps) {
  const { photo, most } = props;
  const { base, words, changed, type, discard, saving, conflict, choose, keep, move, place } = useModeration(props);
  const asks = conflict !== null;
  const { own, approved, withdrawnAt, consent } = base;
  const mayShow = consent !== null && withdrawnAt === null;
  return (
    <Card className="flex h-full flex-col gap-3 overflow-hidden pb-4">
      <a href={imageAddress(photo.id)} target="_blank" rel="noreferrer">
        <img
          src={`${imageAddress(photo.id)}?small=true`}
          alt={`${photo.description}, ${photo.location}`}
          loading="lazy"
          className="aspect-4/3 w-full bg-sunk object-cover"
        />
      </a>
      <div className="grid gap-3 px-4">
        <p className="min-w-0 break-words text-muted">
          {own ? "Our own" : photo.name}, {photo.location}, <Day value={photo.createdAt} />
          {!own && (
            <>
              <br />
              <MailLink email={photo.email} />
            </>
          )}
        </p>
        {place > 0 && (
          <Order title={(base.caption ?? base.description).slice(0, 60)} place={place} most={most} move={move} />
        )}
        <WordFields words={words} type={type} />
        <Consent photo={base} />
        <History kind={submissions} id={photo.id} />
      </div>
      <div className="px-4 empty:hidden">
        <ConflictAlert conflict={conflict} choose={choose} />
      </div>
      <div className="mt-auto flex flex-wrap gap-2 px-4 pt-1">
        {approved !== APPROVED && mayShow && (
          <Button
            size="small"
            disabled={asks}
            busy={saving}
            onClick={() => keep(own ? "Photo published" : "Photo approved", { approved: APPROVED })}
          >
            {own ? "Publish" : "Approve"}
          </Button>
        )}
        {approved !== REJECTED && (
          <Button
            size="small"
            variant="outline"
            disabled={asks}
            busy={saving}
            onClick={() => keep(own ? "Photo unpublished" : "Photo rejected", { approved: REJECTED })}
          >
            {own ? "Unpublish" : "Reject"}
          </Button>
        )}
        {mayShow && (
          <Button
            size="small"
            variant="quiet"
            disabled={asks}
            busy={saving}
            onClick={() => keep("Consent withdrawn; the photo is not shown", { withdrawn: true, approved: REJECTED })}
          >
            Consent Withdrawn
          </Button>
        )}
        {withdrawnAt && (
          <Button
            size="small"
            variant="quiet"
            disabled={asks}
            busy={saving}
            onClick={() => keep("Consent is on record again", { withdrawn: false })}
          >
            Consent Given Again
          </Button>
        )}
        {changed && (
          <Button size="small" variant="quiet" disabled={asks} busy={saving} onClick={() => keep("Photo updated")}>
            Save Changes
          </Button>
        )}
        {changed && (
          <Button size="small" variant="quiet" disabled={asks && !conflict.gone} busy={saving} onClick={discard}>
            Discard Changes
          </Button>
        )}
      </div>
    </Card>
  );
});
