// In the quote dialog: the drawing that goes along with the request, and how it fares once that has been sent.
import { useEffect } from "react";
import { Button } from "~/ui/button";
import { useUnsavedGuard } from "~/ui/unsaved";
import { studio } from "../content/studio";
import { clearCarried, sendCarried, useCarried } from "./carried";

const words = studio.carried;

/** Before: what will be sent, and the way to take it out. */
export function CarriedNote({ onLeaveOut }: { onLeaveOut: () => void }) {
  const carried = useCarried();
  if (carried?.state !== "waiting") return null;
  return (
    <div data-slot="carried" className="flex flex-wrap items-center gap-3 rounded-control bg-sunk px-4 py-2 text-small">
      <p className="min-w-0 flex-1">
        {words.note(carried.scheme, carried.picture !== null)} {carried.figure}
      </p>
      <Button variant="outline" size="small" onClick={onLeaveOut}>
        {words.remove}
      </Button>
    </div>
  );
}

/** After: whether it has arrived, and the way to send it again. */
export function CarriedUnderWay() {
  const carried = useCarried();
  useUnsavedGuard(carried?.state === "sending" || carried?.state === "failed");
  useEffect(() => clearCarried, []);
  if (!carried?.reference) return null;
  const { state, said } = carried;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-0 flex-1 text-muted text-small">
        {state === "sent" ? words.sent : state === "sending" ? words.sending : said}
      </p>
      {state === "failed" && (
        <Button variant="outline" onClick={() => sendCarried()}>
          {words.again}
        </Button>
      )}
    </div>
  );
}
