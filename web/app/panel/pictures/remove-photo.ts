// Taking a photo of a work order away, and putting it back.
import { isGone } from "~/api/error";
import { refreshPanel } from "~/api/queries";
import { useWrite } from "../any-record/write";
import { changesPhoto, removePhoto, restorePhoto } from "./order-photo";

/** Somebody else removed it first, or the order is gone: the panel shows how things stand now. */
function goneBefore(error: unknown): void {
  if (!isGone(error)) throw error;
  void refreshPanel();
}

export function useRemovePhoto(orderId: string) {
  const { write: restore } = useWrite({
    ...changesPhoto(orderId),
    send: (photoId: string, key) => restorePhoto(orderId, photoId, key),
    done: () => "Photo put back",
    failed: "The photo could not be put back.",
    offersRetry: true,
  });
  return useWrite({
    ...changesPhoto(orderId),
    send: (photoId: string, key) => removePhoto(orderId, photoId, key).catch(goneBefore),
    done: () => "Photo removed",
    failed: "The photo could not be removed.",
    undo: restore,
  });
}
