// What a form says when somebody else changed the record meanwhile: it can be brought up to date without losing what was
// typed here.
import { ApiError } from "~/api/error";
import { Button } from "~/ui/button";

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export function Conflict({ onReload }: { onReload: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-warn-tint p-3 text-on-warn-tint">
      <p className="min-w-0 flex-1">Reloading brings the latest values. Fields you changed keep your words.</p>
      <Button variant="outline" size="small" onClick={onReload}>
        Reload
      </Button>
    </div>
  );
}
