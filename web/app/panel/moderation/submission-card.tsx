// One photo with what its sender says of it, and what can be done with it.
import { useId, useRef, useState } from "react";
import { sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Select, Textarea } from "~/ui/input";
import { notify, notifyError } from "~/ui/toast";
import { MailLink } from "../list/contact";
import { Day } from "../list/details";
import { imageAddress, moderate, type Submission, type SubmissionEdit } from "./queries";

const CATEGORIES = ["Residential", "Commercial", "Holiday", "Events"] as const;
type Category = (typeof CATEGORIES)[number];

const [REJECTED, APPROVED] = [-1, 1] as const;

/** Sends one change at a time, and says how it went. */
function useModerate(photo: Submission) {
  const underway = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(edit: SubmissionEdit, done: string) {
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      await moderate(photo, edit);
      notify("Success", done);
    } catch (error) {
      notifyError("Error", sentenceOf(error, "Failed to update photo"));
    } finally {
      underway.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}

export function SubmissionCard({ photo }: { photo: Submission }) {
  const id = useId();
  const { busy, run } = useModerate(photo);
  const [description, setDescription] = useState(photo.description);
  const [category, setCategory] = useState(photo.category as Category);
  const words = { description: description.trim(), category };
  const changed = words.description !== photo.description || category !== photo.category;
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
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <label htmlFor={`${id}-category`} className="-mb-1.5 font-semibold text-small">
          Category
        </label>
        <Select
          id={`${id}-category`}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value as Category)}
          options={CATEGORIES.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="mt-auto flex flex-wrap gap-2 px-4 pt-1">
        {photo.approved !== APPROVED && (
          <Button size="small" disabled={busy} onClick={() => run({ ...words, approved: APPROVED }, "Photo approved")}>
            Approve
          </Button>
        )}
        {photo.approved !== REJECTED && (
          <Button
            size="small"
            variant="outline"
            disabled={busy}
            onClick={() => run({ ...words, approved: REJECTED }, "Photo rejected")}
          >
            Reject
          </Button>
        )}
        {changed && (
          <Button size="small" variant="quiet" disabled={busy} onClick={() => run(words, "Photo updated")}>
            Save Words
          </Button>
        )}
      </div>
    </Card>
  );
}
