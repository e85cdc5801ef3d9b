// The photos of a visit's job: taken or chosen by kind, several at once, shown before the server has them.
import { Camera, ImagePlus, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { PHOTO_TYPES } from "~/lib/photo-types";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { Scrim } from "~/ui/dialog";
import { FileButton } from "~/ui/file-button";
import { Input } from "~/ui/input";
import { lazyOnDemand } from "~/ui/lazy";
import { optionsOf } from "~/ui/look-badge";
import { notifyError } from "~/ui/toast";
import { useTyped } from "../../any-record/draft";
import { type PhotoKind, type PhotoRow, photoKinds } from "../../pictures/order-photo";
import { KeptPicture } from "./kept-picture";
import { addPhoto, isPhoto, sendPhoto, type WaitingPhoto } from "./operations";
import { useWaitingPhotos } from "./own-day";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";
import { smallPicture } from "./pictures";

// Loaded when the first photo is opened: what is said of it is changed on the server.
const PhotoWindow = lazyOnDemand(() => import("../../pictures/photo-window"), {
  wanted: ({ photo }) => photo !== null,
  fallback: ({ photo }) => photo && <Scrim />,
  onError: ({ onClose }) => onClose(),
});

const MOST = 30;
const FULL = `A job holds at most ${MOST} photos.`;
const LONGEST_CAPTION = 200;
const PICTURE = "aspect-square w-full rounded-control border border-hairline bg-sunk object-cover";
const KINDS = optionsOf(photoKinds) as { value: PhotoKind; label: string }[];

/** What is most likely to be shown now. */
const usualKind = ({ status }: OwnVisit): PhotoKind =>
  status === "started" ? "during" : status === "done" ? "after" : "before";

function Unsent({ photo }: { photo: WaitingPhoto }) {
  return (
    <div role="alert" className="grid gap-3 rounded-control border border-danger p-4">
      <p className="text-base">{photo.fault} It is kept until you try again, or discard it in the bar above.</p>
      <Button variant="outline" className="min-h-14" onClick={() => void sendPhoto(photo)}>
        Try Again
      </Button>
    </div>
  );
}

function Mark({ kind, text }: { kind: PhotoKind | null | undefined; text?: string }) {
  const said = text ?? (kind && photoKinds[kind].label);
  if (!said) return null;
  return (
    <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1 rounded-b-control bg-night/85 px-1 py-1 font-semibold text-small text-white">
      {kind === "problem" && <TriangleAlert aria-hidden className="size-4" />}
      {said}
    </span>
  );
}

interface PicturesProps {
  visit: OwnVisit;
  images: PhotoRow[];
  waiting: WaitingPhoto[];
  onOpen: (photo: PhotoRow) => void;
}

function Pictures({ visit, images, waiting, onOpen }: PicturesProps) {
  return (
    <ul aria-label="Photos" className="grid grid-cols-3 gap-2">
      {images.map((photo, place) => (
        <li key={photo.id}>
          <button type="button" className="relative block w-full" onClick={() => onOpen(photo)}>
            <KeptPicture
              src={smallPicture(visit, photo)}
              alt={[`Photo ${place + 1}`, photo.caption].filter(Boolean).join(": ")}
              loading="lazy"
              className={PICTURE}
            />
            <Mark kind={photo.kind} />
          </button>
        </li>
      ))}
      {waiting.map(({ id, address, fault }) => (
        <li key={id} className="relative">
          <img src={address} alt="" className={PICTURE} />
          <Mark kind={null} text={fault === null ? "Sending" : "Not sent"} />
        </li>
      ))}
    </ul>
  );
}

interface AddProps {
  visit: OwnVisit;
  /** How many more the job holds. */
  room: number;
  kind: PhotoKind;
  caption: string;
  onAdded: () => void;
}

function AddPhotos({ visit, room, kind, caption, onAdded }: AddProps) {
  const left = useRef(room);
  left.current = room;
  function add(file: File) {
    if (!isPhoto(file)) return;
    left.current -= 1;
    if (left.current === -1) notifyError("Not all were added", FULL);
    if (left.current < 0) return;
    void addPhoto(visit, file, kind, caption.trim());
    onAdded();
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <FileButton
        accept={PHOTO_TYPES}
        className="min-h-16 px-2"
        label="Take"
        icon={<Camera aria-hidden />}
        camera
        busy={false}
        onFile={add}
      />
      <FileButton
        accept={PHOTO_TYPES}
        className="min-h-16 px-2"
        label="Choose"
        icon={<ImagePlus aria-hidden />}
        several
        busy={false}
        onFile={add}
      />
    </div>
  );
}

export function Photos({ visit, startsOpen }: { visit: OwnVisit; startsOpen: boolean }) {
  const waiting = useWaitingPhotos(visit.id);
  const [chosen, setChosen] = useState<PhotoKind | null>(null);
  const { typed: caption, type: setCaption } = useTyped(`caption of visit ${visit.id}`, "");
  const [opened, setOpened] = useState<string | null>(null);
  const images = visit.images ?? [];
  const count = images.length + waiting.length;
  const kind = chosen ?? usualKind(visit);
  return (
    <Part title="Photos" told={count > 0 ? count : "None yet"} startsOpen={startsOpen}>
      {count < MOST ? (
        <>
          <Choice
            label="What the photo shows"
            hideLabel
            className="grid grid-cols-4 gap-2 max-sm:[&_label]:text-small"
            options={KINDS}
            value={kind}
            onChange={setChosen}
          />
          <Input
            aria-label="Caption of the next photos"
            placeholder="Caption (optional)"
            className="min-h-14 text-base"
            maxLength={LONGEST_CAPTION}
            value={caption}
            onChange={({ currentTarget }) => setCaption(currentTarget.value)}
          />
          <AddPhotos visit={visit} room={MOST - count} kind={kind} caption={caption} onAdded={() => setCaption("")} />
        </>
      ) : (
        <p className="text-base">{FULL} Remove one to add another.</p>
      )}
      {waiting
        .filter(({ fault }) => fault !== null)
        .map((photo) => (
          <Unsent key={photo.id} photo={photo} />
        ))}
      {count > 0 && <Pictures visit={visit} images={images} waiting={waiting} onOpen={({ id }) => setOpened(id)} />}
      <PhotoWindow
        orderId={visit.recordId}
        photo={images.find(({ id }) => id === opened) ?? null}
        onClose={() => setOpened(null)}
      />
    </Part>
  );
}
