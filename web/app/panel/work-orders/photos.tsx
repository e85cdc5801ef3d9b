// The photos of a work order, taken on the spot or chosen from what is there.
import { Camera, ImagePlus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { sentenceOf } from "~/api/error";
import { dayHere } from "~/lib/dates";
import { shrunk } from "~/lib/photo";
import { Button } from "~/ui/button";
import { notify, notifyError } from "~/ui/toast";
import { useNames } from "../people/queries";
import { addPhoto, photoAddress, removePhoto, type WorkOrder } from "./queries";
import { Section } from "./section";

const MOST = 30;
const TYPES = "image/jpeg,image/png,image/gif,image/webp";
const LARGEST = 5 * 1024 * 1024;

interface PhotosProps {
  order: WorkOrder;
  editable: boolean;
}

function usePhotoActs(order: WorkOrder) {
  const [busy, setBusy] = useState(false);
  async function run(act: () => Promise<void>, done: string, failed: string) {
    setBusy(true);
    try {
      await act();
      notify("Success", done);
    } catch (error) {
      notifyError("Error", sentenceOf(error, failed));
    } finally {
      setBusy(false);
    }
  }
  async function add(chosen: File) {
    if (!TYPES.split(",").includes(chosen.type)) {
      notifyError("Invalid File Type", "Please select a valid image file (JPEG, PNG, GIF, or WebP)");
      return;
    }
    const file = await shrunk(chosen);
    if (file.size > LARGEST) notifyError("File Too Large", "Please select an image smaller than 5MB");
    else await run(() => addPhoto(order.id, file), "Photo added", "The photo could not be added. Please try again.");
  }
  const remove = (photoId: string) =>
    void run(() => removePhoto(order.id, photoId), "Photo removed", "The photo could not be removed.");
  return { busy, add, remove };
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
  const { busy, add, remove } = usePhotoActs(order);
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
      {editable && order.images.length < MOST && (
        <div className="grid grid-cols-2 gap-3">
          <FileButton label="Take Photo" icon={<Camera aria-hidden />} camera busy={busy} onFile={add} />
          <FileButton label="Choose Photo" icon={<ImagePlus aria-hidden />} busy={busy} onFile={add} />
        </div>
      )}
    </Section>
  );
}
