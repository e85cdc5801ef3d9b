// The photos of a work order, taken on the spot or chosen from what is there.
import { Camera, ImagePlus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError, isLost } from "~/api/error";
import { newKey } from "~/api/idempotency";
import { refreshPanel } from "~/api/queries";
import { shrunk } from "~/lib/photo";
import { PHOTO_TYPES, photoSizeFault, photoTypeFault } from "~/lib/photo-types";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Scrim } from "~/ui/dialog";
import { FileButton } from "~/ui/file-button";
import { lazyOnDemand } from "~/ui/lazy";
import { LookBadge } from "~/ui/look-badge";
import { notifyError } from "~/ui/toast";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useBusy, useWrite } from "../../any-record/write";
import {
  aboutPhotos,
  addPhoto,
  type PhotoKind,
  type PhotoRow,
  photoAddress,
  photoKinds,
} from "../../pictures/order-photo";
import { useRemovePhoto } from "../../pictures/remove-photo";
import { useNames } from "../../staff/queries";
import { Section } from "./section";
import type { WorkOrder } from "./work-order";

const PhotoWindow = lazyOnDemand(() => import("../../pictures/photo-window"), {
  wanted: ({ photo }) => photo !== null,
  fallback: ({ photo }) => photo && <Scrim />,
  onError: ({ onClose }) => onClose(),
});

const MOST = 30;

interface PhotosProps {
  order: WorkOrder;
  editable: boolean;
}

/** A photo that was chosen or taken and is not known to be saved. */
interface UnsentPhoto {
  file: File;
  key: string;
  /** Whether it may be saved: the answer to an attempt was lost. */
  lost: boolean;
}

/** What is said of it. */
const NOT_SAVED = "Your last photo is not saved yet. It is kept here until you try again.";
const LOST = "No answer came back. Your last photo may be saved already. Try again: it is saved only once.";

/** Refused for what it is: trying the same again is of no use. */
const isHopeless = (error: unknown) => error instanceof ApiError && [400, 403, 404, 413, 415].includes(error.status);

function useAddPhoto(id: string) {
  const [waiting, setWaiting] = useState<UnsentPhoto | null>(null);
  useUnsavedGuard(waiting !== null);
  const { write: send } = useWrite({
    about: aboutPhotos(id, "add"),
    send: async (photo: UnsentPhoto) => {
      setWaiting(photo);
      try {
        await addPhoto(id, photo.file, photo.key);
        setWaiting(null);
      } catch (error) {
        setWaiting(isHopeless(error) ? null : { ...photo, lost: photo.lost || isLost(error) });
        throw error;
      }
    },
    done: () => "Photo added",
    failed: "The photo could not be added. Please try again.",
  });
  async function add(chosen: File) {
    const wrongType = photoTypeFault(chosen);
    if (wrongType) return notifyError(wrongType.title, wrongType.text);
    const file = await shrunk(chosen);
    const tooLarge = photoSizeFault(file);
    if (tooLarge) return notifyError(tooLarge.title, tooLarge.text);
    await send({ file, key: newKey(), lost: false });
  }
  function forget() {
    setWaiting(null);
    if (waiting?.lost) void refreshPanel(); // the page shows what the server holds by now
  }
  return { waiting, add, retry: send, forget };
}

/** What is wrong comes first, then as the work went on; last what nobody said anything of. */
const ORDER: (PhotoKind | undefined)[] = ["problem", "before", "during", "after", undefined];

const inOrder = (photos: readonly PhotoRow[]): PhotoRow[] =>
  ORDER.flatMap((kind) => photos.filter((photo) => (photo.kind ?? undefined) === kind));

interface PictureProps {
  orderId: string;
  photo: PhotoRow;
  /** In the order in which they stand. */
  number: number;
  remove: ReactNode;
  /** To say otherwise what it shows; without it the picture alone is opened. */
  onOpen: (() => void) | undefined;
}

function Picture({ orderId, photo: { id, takenAt, by, kind, caption }, number, remove, onOpen }: PictureProps) {
  const nameOf = useNames();
  const clock = useClock();
  const address = photoAddress(orderId, id);
  const picture = (
    <img
      src={address}
      alt={`Number ${number}, taken ${takenAt ? clock.day(takenAt) : "on an unknown day"} by ${nameOf(by)}`}
      loading="lazy"
      className="aspect-square w-full rounded-control bg-sunk object-cover"
    />
  );
  return (
    <li className="grid content-start gap-1.5">
      <div className="relative">
        {onOpen ? (
          <button type="button" className="block w-full" onClick={onOpen}>
            {picture}
          </button>
        ) : (
          <a href={address} target="_blank" rel="noreferrer">
            {picture}
          </a>
        )}
        {remove}
      </div>
      {kind && <LookBadge looks={photoKinds} value={kind} />}
      {caption && <p className="break-words text-small">{caption}</p>}
    </li>
  );
}

export function Photos({ order, editable }: PhotosProps) {
  const busy = useBusy(aboutPhotos(order.id));
  const adding = useBusy(aboutPhotos(order.id, "add"));
  const { waiting, add, retry, forget } = useAddPhoto(order.id);
  const { write: remove } = useRemovePhoto(order.id);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Section title="Photos">
      {order.images.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {inOrder(order.images).map((photo, index) => (
          <Picture
            key={photo.id}
            orderId={order.id}
            photo={photo}
            number={index + 1}
            onOpen={editable ? () => setOpened(photo.id) : undefined}
            remove={
              editable && (
                <Button
                  variant="destructive"
                  size="icon"
                  className="absolute top-1 right-1"
                  aria-label={`Remove photo ${index + 1}`}
                  busy={busy}
                  onClick={() => remove(photo.id)}
                >
                  <X aria-hidden />
                </Button>
              )
            }
          />
        ))}
      </ul>
      <PhotoWindow
        orderId={order.id}
        photo={order.images.find(({ id }) => id === opened) ?? null}
        onClose={() => setOpened(null)}
      />
      {waiting && !adding && (
        <div role="alert" className="grid gap-2 rounded-control bg-warn-tint p-3 text-on-warn-tint">
          <p>{waiting.lost ? LOST : NOT_SAVED}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" className="min-h-12" onClick={() => retry(waiting)}>
              Try Again
            </Button>
            <Button variant="quiet" className="min-h-12" onClick={forget}>
              Discard Photo
            </Button>
          </div>
        </div>
      )}
      {editable && (adding || !waiting) && order.images.length < MOST && (
        <div className="grid grid-cols-2 gap-3">
          <FileButton
            accept={PHOTO_TYPES}
            className="min-h-12 px-2"
            label="Take Photo"
            icon={<Camera aria-hidden />}
            camera
            busy={adding}
            onFile={add}
          />
          <FileButton
            accept={PHOTO_TYPES}
            className="min-h-12 px-2"
            label="Choose Photo"
            icon={<ImagePlus aria-hidden />}
            busy={adding}
            onFile={add}
          />
        </div>
      )}
    </Section>
  );
}
