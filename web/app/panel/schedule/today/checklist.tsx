// What has to be there before a job of this kind is done: checked by a press, or by a photo of the kind it asks for.
import { Camera, Check as CheckMark } from "lucide-react";
import { PHOTO_TYPES } from "~/lib/photo-types";
import { classes } from "~/ui/classes";
import { FileButton } from "~/ui/file-button";
import { photoKinds } from "../../pictures/order-photo";
import { type Check, isMet, missingOf } from "./checks";
import { addPhoto, isPhoto, operate } from "./operations";
import { useWaitingPhotos } from "./own-day";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";

/** What is needed with the last visit of a job, and not there. */
export const useMissing = (visit: OwnVisit): Check[] => missingOf(visit, useWaitingPhotos(visit.id));

function Needed({ check }: { check: Check }) {
  return check.required && <span className="ml-auto shrink-0 font-semibold text-danger text-small">Needed</span>;
}

function Box({ visit, check }: { visit: OwnVisit; check: Check }) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 text-base has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        className="peer sr-only"
        checked={check.done}
        onChange={() => void operate(visit, { checks: [{ item: check.id, done: !check.done }] })}
      />
      <span
        aria-hidden
        className={classes(
          "flex size-8 shrink-0 items-center justify-center rounded-control border-2",
          check.done ? "border-success bg-success text-bg" : "border-control",
        )}
      >
        {check.done && <CheckMark className="size-6" strokeWidth={3} />}
      </span>
      <span className="min-w-0 wrap-anywhere">{check.words}</span>
      {!check.done && <Needed check={check} />}
    </label>
  );
}

function PhotoCheck({ visit, check, met }: { visit: OwnVisit; check: Check; met: boolean }) {
  const kind = check.photo;
  if (kind === null) return null;
  return (
    <div className="pb-2 text-base">
      <div className="flex min-h-14 items-center gap-3">
        <span
          className={classes(
            "flex size-8 shrink-0 items-center justify-center rounded-full",
            met ? "bg-success text-bg" : "border-2 border-control border-dashed",
          )}
        >
          {met ? (
            <CheckMark aria-label="There" className="size-6" strokeWidth={3} />
          ) : (
            <Camera aria-hidden className="size-4" />
          )}
        </span>
        <span className="min-w-0 wrap-anywhere">{check.words}</span>
        {!met && <Needed check={check} />}
      </div>
      {!met && (
        <FileButton
          accept={PHOTO_TYPES}
          className="min-h-14 w-full"
          label={`Photo: ${photoKinds[kind].label}`}
          icon={<Camera aria-hidden />}
          camera
          busy={false}
          onFile={(file) => {
            if (isPhoto(file)) void addPhoto(visit, file, kind, "");
          }}
        />
      )}
    </div>
  );
}

export function Checklist({ visit }: { visit: OwnVisit }) {
  const waiting = useWaitingPhotos(visit.id);
  if (visit.checklist.length === 0) return null;
  const met = visit.checklist.filter((check) => isMet(check, visit, waiting)).length;
  return (
    <Part title="Checklist" told={`${met} of ${visit.checklist.length}`} startsOpen={visit.status === "started"}>
      <ul className="grid gap-1">
        {visit.checklist.map((check) => (
          <li key={check.id}>
            {check.photo ? (
              <PhotoCheck visit={visit} check={check} met={isMet(check, visit, waiting)} />
            ) : (
              <Box visit={visit} check={check} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
