// The photos of a work order, taken on the spot or chosen from what is there.
import { Camera, ImagePlus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { ApiError, isGone, sentenceOf } from "~/api/error";
import { keyring, newKey } from "~/api/idempotency";
import { refreshPanel } from "~/api/queries";
import { dayHere } from "~/lib/dates";
import { shrunk } from "~/lib/photo";
import { Button } from "~/ui/button";
import { notify, notifyError, type ToastAction } from "~/ui/toast";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useNames } from "../../staff/queries";
import { addPhoto, photoAddress, removePhoto, restorePhoto, type WorkOrder } from "./queries";
import { Section } from "./section";

const MOST = 30;
const TYPES = "image/jpeg,image/png,image/gif,image/webp";
const LARGEST = 5 * 1024 * 1024;

interface PhotosProps {
  order: WorkOrder;
  editable: boolean;
}

/** A photo that was chosen or taken and is not known to be saved. */
interface Waiting {
  file: File;
  key: string;
}

/** Refused for what it is: trying the same again is of no use. */
const isHopeless = (error: unknown) => error instanceof ApiError && [400, 403, 404, 413, 415].includes(error.status);

/** An act on the photos and what is said of it. */
interface Act {
  act: () => Promise<void>;
  done: () => void;
  failed: string;
  /** What can be done about a failure right from its notice. */
  again?: ToastAction;
}

function usePhotoActs({ id }: WorkOrder) {
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const keyFor = useRef(keyring());
  useUnsavedGuard(waiting !== null);

  async function run({ act, done, failed, again }: Act) {
    setBusy(true);
    try {
      await act();
      done();
      return true;
    } catch (error) {
      notifyError("Error", sentenceOf(error, failed), again);
      return isHopeless(error);
    } finally {
      setBusy(false);
    }
  }
  async function send(photo: Waiting) {
    setWaiting(photo);
    const settled = await run({
      act: () => addPhoto(id, photo.file, photo.key),
      done: () => notify("Success", "Photo added"),
      failed: "The photo could not be added. Please try again.",
    });
    if (settled) setWaiting(null);
  }
  async function add(chosen: File) {
    if (!TYPES.split(",").includes(chosen.type)) {
      notifyError("Invalid File Type", "Please select a valid image file (JPEG, PNG, GIF, or WebP)");
      return;
    }
    const file = await shrunk(chosen);
    if (file.size > LARGEST) notifyError("File Too Large", "Please select an image smaller than 5MB");
    else await send({ file, key: newKey() });
  }
  function restore(photoId: string) {
    void run({
      act: () => restorePhoto(id, photoId, keyFor.current(["restore", photoId])),
      done: () => notify("Success", "Photo put back"),
      failed: "The photo could not be put back.",
      again: { label: "Try Again", act: () => restore(photoId) },
    });
  }
  function remove(photoId: string) {
    const undo = { label: "Undo", act: () => restore(photoId) };
    void run({
      act: () => removePhoto(id, photoId, keyFor.current(["remove", photoId])).catch(showGone),
      done: () => notify("Success", "Photo removed", undo),
      failed: "The photo could not be removed.",
    });
  }
  return { busy, waiting, add, retry: send, forget: () => setWaiting(null), remove };
}

/** Somebody else was first, or the order is gone: the panel shows how things stand now. */
async function showGone(error: unknown): Promise<void> {
  if (!isGone(error)) throw error;
  await refreshPanel();
}

interface FileButtonProps {
  label: string;
  icon: ReactNode;
  /** Opens the camera on devices that have one. */
  camera?: boolean;
  busy: boolean;
  onFile: (file: File) => void;
}

function FileButton({ label, icon, camera = false, busy, onFile }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={TYPES}
        capture={camera ? "environment" : undefined}
        aria-label={`${label}: file`}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button variant="outline" className="min-h-12 px-2" disabled={busy} onClick={() => picker.current?.click()}>
        {icon}
        {busy ? "Uploading..." : label}
      </Button>
    </>
  );
}

export function Photos({ order, editable }: PhotosProps) {
  const nameOf = useNames();
  const { busy, waiting, add, retry, forget, remove } = usePhotoActs(order);
  return (
    <Section title="Photos">
      {order.images.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {order.images.map(({ id, takenAt, by }, index) => (
          <li key={id} className="relative">
            <a href={photoAddress(order.id, id)} target="_blank" rel="noreferrer">
              <img
                src={photoAddress(order.id, id)}
                alt={`Number ${index + 1}, taken ${takenAt ? dayHere(takenAt) : "on an unknown day"} by ${nameOf(by)}`}
                loading="lazy"
                className="aspect-square w-full rounded-control bg-sunk object-cover"
              />
            </a>
            {editable && (
              <Button
                variant="destructive"
                size="icon"
                className="absolute top-1 right-1"
                aria-label={`Remove photo ${index + 1}`}
                disabled={busy}
                onClick={() => remove(id)}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {waiting && !busy && (
        <div role="alert" className="grid gap-2 rounded-control bg-warn-tint p-3 text-on-warn-tint">
          <p>Your last photo is not saved yet. It is kept here until you try again.</p>
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
      {editable && (busy || !waiting) && order.images.length < MOST && (
        <div className="grid grid-cols-2 gap-3">
          <FileButton label="Take Photo" icon={<Camera aria-hidden />} camera busy={busy} onFile={add} />
          <FileButton label="Choose Photo" icon={<ImagePlus aria-hidden />} busy={busy} onFile={add} />
        </div>
      )}
    </Section>
  );
}
