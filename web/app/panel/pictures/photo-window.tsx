// A photo of a work order, large: what it shows and what is said of it, said otherwise, or taken away.

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import { optionsOf } from "~/ui/look-badge";
import { useTyped } from "../any-record/draft";
import { useWrite } from "../any-record/write";
import { useNames } from "../staff/queries";
import { changesPhoto, describePhoto, type PhotoKind, type PhotoRow, photoAddress, photoKinds } from "./order-photo";
import { useRemovePhoto } from "./remove-photo";

const LONGEST_CAPTION = 200;
const KINDS = optionsOf(photoKinds) as { value: PhotoKind; label: string }[];

interface OpenedProps {
  orderId: string;
  photo: PhotoRow;
  onClose: () => void;
}

function Opened({ orderId, photo, onClose }: OpenedProps) {
  const clock = useClock();
  const nameOf = useNames();
  /** A caption until the photo is read again, with the one that it took the place of. */
  const [saved, setSaved] = useState({ caption: "", was: "" as string | null | undefined });
  const given = saved.was === photo.caption ? saved.caption : (photo.caption ?? "");
  const {
    typed: caption,
    type: setCaption,
    changed,
  } = useTyped(`photo ${photo.id}`, given, (now) => now.trim() !== given);
  const describe = useWrite({
    ...changesPhoto(orderId),
    send: (said: { kind?: PhotoKind; caption?: string | null }, key) => describePhoto(orderId, photo.id, said, key),
    failed: "The photo could not be changed.",
  });
  const remove = useRemovePhoto(orderId);
  async function saveCaption() {
    const now = caption.trim();
    if ((await describe.write({ caption: now || null })) !== null) setSaved({ caption: now, was: photo.caption });
  }
  const [pressed, setPressed] = useState<PhotoKind | null>(null);
  async function say(kind: PhotoKind) {
    setPressed(kind);
    if ((await describe.write({ kind })) === null) setPressed((now) => (now === kind ? null : now));
  }
  return (
    <div className="grid gap-4">
      <a href={photoAddress(orderId, photo.id)} target="_blank" rel="noreferrer">
        <img
          src={photoAddress(orderId, photo.id)}
          alt={photo.caption ?? "What was photographed"}
          className="max-h-[45dvh] w-full rounded-card bg-sunk object-contain"
        />
      </a>
      <p className="text-base text-muted">
        {clock.moment(photo.takenAt)}, by {nameOf(photo.by)}
      </p>
      <Choice
        label="What it shows"
        className="grid grid-cols-4 gap-2 max-sm:[&_label]:text-small"
        options={KINDS}
        value={pressed ?? photo.kind ?? null}
        onChange={(kind) => void say(kind)}
      />
      <FormElement aria-label="Caption" className="flex gap-3" onSubmit={saveCaption}>
        <Input
          aria-label="Caption"
          placeholder="Caption"
          className="min-h-14"
          maxLength={LONGEST_CAPTION}
          value={caption}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
        <SubmitButton className="min-h-14" disabled={!changed}>
          Save
        </SubmitButton>
      </FormElement>
      <Button
        variant="quiet"
        className="min-h-14"
        onClick={() => {
          if (changed) void saveCaption(); // Undo brings the words back with the photo
          void remove.write(photo.id);
          onClose();
        }}
      >
        <Trash2 aria-hidden />
        Remove Photo
      </Button>
    </div>
  );
}

interface PhotoWindowProps {
  orderId: string;
  photo: PhotoRow | null;
  onClose: () => void;
}

export default function PhotoWindow({ orderId, photo, onClose }: PhotoWindowProps) {
  return (
    <Dialog open={photo !== null} onOpenChange={onClose} title="Photo">
      {photo && <Opened key={photo.id} orderId={orderId} photo={photo} onClose={onClose} />}
    </Dialog>
  );
}
