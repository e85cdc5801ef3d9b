// Up to five photos, each in a place that is kept free for it, so that nothing moves while they come and go.
import { Check, ImagePlus, RotateCw, TriangleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { PHOTO_TYPES } from "~/lib/photo-types";
import { useUnsavedGuard } from "~/ui/unsaved";
import { visitorPhotos as words } from "../content/sending";
import { MOST, type Photo, type PhotoBox, usePhotos } from "./photo-box";

/** The place that takes more photos. */
const ADDS =
  "grid place-items-center border border-control border-dashed text-muted focus-within:outline-2 focus-within:outline-(--focus) focus-within:outline-offset-2 hover:bg-surface hover:text-ink";
const VEIL = "absolute inset-0 grid place-items-center bg-night/60 text-night-ink";

/** What there is to say of all of them. */
function useStanding(box: PhotoBox) {
  const { photos, said } = usePhotos(box);
  const following = photos.filter(({ reference }) => reference !== null);
  const sent = following.filter(({ state }) => state === "sent").length;
  const stuck = following.some(({ state }) => state === "failed" || state === "refused");
  const done = sent > 0 && sent === photos.length;
  useUnsavedGuard(following.length > sent);
  const progress = following.length > 0 ? words.sending(Math.min(sent + 1, following.length), following.length) : "";
  return { photos, done, words: said || (done ? words.received(sent) : stuck ? "" : progress) };
}

/** For the form: chooses photos, which are sent after it. */
export function PhotosField({ box }: { box: PhotoBox }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { photos, done, words: said } = useStanding(box);
  useEffect(box.recall, []);
  useEffect(() => {
    if (done) box.clear();
  }, [done, box]);
  const remove = (key: string) => {
    box.remove(key);
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <div className="grid gap-1.5 noscript:hidden">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-semibold text-small">
          {words.label}
        </label>
        <span className="text-muted text-tiny">{words.optional}</span>
      </div>
      <Places photos={photos} box={box} onRemove={remove}>
        <ImagePlus aria-hidden="true" className="size-6" />
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={PHOTO_TYPES.join(",")}
          aria-describedby={`${id}-hint`}
          className="absolute inset-0 cursor-pointer text-[0] opacity-0"
          onChange={({ currentTarget }) => {
            box.add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </Places>
      <p id={`${id}-hint`} role="status" className="min-h-[2lh] max-w-[60ch] text-muted text-small">
        {said || words.hint}
      </p>
    </div>
  );
}

/** After the form: how the photos that were chosen with it fare. */
export function PhotosUnderWay({ box }: { box: PhotoBox }) {
  const { photos, words: said } = useStanding(box);
  useEffect(() => () => box.clear(), [box]);
  if (photos.length === 0 && !said) return null;
  return (
    <div className="grid gap-1.5">
      <Places photos={photos} box={box} onRemove={box.remove} />
      <p role="status" className="min-h-[2lh] max-w-[60ch] text-muted text-small">
        {said}
      </p>
    </div>
  );
}

interface PlacesProps {
  photos: readonly Photo[];
  box: PhotoBox;
  onRemove: (key: string) => void;
  /** Chooses more of them, in the first free place; without it no place is free. */
  children?: ReactNode;
}

function Places({ photos, box, onRemove, children }: PlacesProps) {
  const edgeOf = (place: number) => {
    if (place < photos.length) return "bg-sunk";
    return place === photos.length ? ADDS : "border border-hairline border-dashed";
  };
  return (
    <ul aria-label={children ? undefined : words.label} className="grid max-w-104 grid-cols-5 gap-2">
      {Array.from({ length: children ? MOST : photos.length }, (_, place) => {
        const photo = photos[place];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place stays where it is, whatever is in it
          <li key={place} className={`relative aspect-square overflow-hidden rounded-control ${edgeOf(place)}`}>
            {photo ? (
              <Tile
                photo={photo}
                number={place + 1}
                onRetry={() => box.retry(photo.key)}
                onRemove={() => onRemove(photo.key)}
              />
            ) : (
              place === photos.length && children
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface TileProps {
  photo: Photo;
  number: number;
  onRetry: () => void;
  onRemove: () => void;
}

function Tile({ photo, number, onRetry, onRemove }: TileProps) {
  return (
    <>
      {photo.preview && <img src={photo.preview} alt={words.photo(number)} className="size-full object-cover" />}
      <Veil photo={photo} number={number} onRetry={onRetry} />
      {photo.state !== "sending" && photo.state !== "sent" && (
        <button
          type="button"
          aria-label={words.remove(number)}
          className="absolute top-0 right-0 grid size-7 place-items-center rounded-bl-control bg-night/80 text-night-ink hover:bg-night"
          onClick={onRemove}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </>
  );
}

/** How a photo stands, over its picture. */
function Veil({ photo, number, onRetry }: { photo: Photo; number: number; onRetry: () => void }) {
  if (photo.state === "chosen") return null;
  if (photo.state === "failed") {
    return (
      <button type="button" aria-label={words.retry(number)} className={VEIL} onClick={onRetry}>
        <RotateCw aria-hidden="true" className="size-5" />
      </button>
    );
  }
  return (
    <span className={VEIL}>
      {photo.state === "sent" ? (
        <Check role="img" aria-label={words.sent} className="size-5" />
      ) : photo.state === "refused" ? (
        <TriangleAlert role="img" aria-label={words.refused} className="size-5" />
      ) : (
        <span
          aria-hidden="true"
          className="size-5 animate-spin rounded-full border-2 border-white/40 border-t-white motion-reduce:animate-none"
        />
      )}
    </span>
  );
}
