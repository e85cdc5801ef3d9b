// Under the bar of the panel: what somebody did that the server does not have yet. It is there only where something waits.
import { CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { endDiscard } from "~/offline/waiting";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { RECORD } from "../list/record-address";
import { useUser } from "../user/user";
import { useLeave } from "./leave";
import { changes, type OwnWork, useOwnWork } from "./own-work";

const WaitingList = lazyOnDemand(() => import("./waiting-list"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onClose }) => onClose(),
});

/** What the bar says, in the order of what matters. */
function sentences({ own, savedAt }: OwnWork, timeAt: (moment: string) => string): string {
  const refused = own.filter(({ state }) => state === "refused").length;
  const waiting = own.filter(({ state }) => state === "waiting").length;
  const told = own.filter(({ state }) => state === "told").length;
  return [
    refused > 0 && `${changes(refused)} ${refused === 1 ? "needs" : "need"} you`,
    waiting > 0 && savedAt && `Saved ${timeAt(savedAt)}`,
    waiting > 0 && `${changes(waiting)} ${waiting === 1 ? "waits" : "wait"}`,
    told > 0 && `${told} saved ${told === 1 ? "change" : "changes"} to look at`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Milliseconds that what is sent at once takes at most: nothing is to move on the screen for it. */
const SOON = 1_500;

/** Whether something has waited for longer than what is sent at once does. */
function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return setLate(false);
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, [waits]);
  return late;
}

/** What an address opens over its screen. */
const WINDOWS = ["id", "new", RECORD];

/** Whether to ask about work of somebody else by itself: once, as soon as no other window stands in the way. */
function useAsksAtOnce(left: boolean): boolean {
  const [search] = useSearchParams();
  const [asks, setAsks] = useState(false);
  const free = left && !WINDOWS.some((name) => search.has(name));
  useEffect(() => {
    if (free) setAsks(true);
  }, [free]);
  return asks;
}

export function WaitingBar() {
  const clock = useClock();
  const [open, setOpen] = useState(false);
  const waiting = useOwnWork(useUser().id);
  const { own, discarded, others, pause } = waiting;
  const needed = own.some(({ state }) => state !== "waiting");
  const Icon = needed ? TriangleAlert : pause ? CloudOff : CloudUpload;
  const none = own.length === 0 && !others;
  const empty = none && discarded.length === 0;
  const [leave, question] = useLeave();
  const asks = useAsksAtOnce(others !== null);
  useEffect(() => {
    if (asks) setOpen(true);
  }, [asks]);
  useEffect(() => {
    if (empty) setOpen(false); // else it would come back with the next press
  }, [empty]);
  const close = () => {
    setOpen(false);
    endDiscard();
  };
  const late = useLate(!none);
  const shown = !none && (needed || pause !== null || late);
  const said = own.length > 0 ? sentences(waiting, (moment) => clock.timeAt(moment)) : "Changes of somebody else wait";
  return (
    <>
      {/* Around the button, whose name is what it says: what tells by itself names nothing that it stands in. */}
      <div role="status" className="sticky top-14 sunlit:top-16 z-20 print:hidden">
        {shown && (
          <button
            type="button"
            className={classes(
              "flex min-h-12 sunlit:min-h-14 w-full items-center gap-3 border-hairline border-b px-4 py-2 text-left text-base",
              needed ? "bg-warn-tint text-on-warn-tint" : "bg-sunk text-ink",
            )}
            onClick={() => setOpen(true)}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">{said}</span>
            <span className="shrink-0 font-semibold underline underline-offset-4">Open</span>
          </button>
        )}
      </div>
      <WaitingList open={open && !empty} onClose={close} onLeave={leave} />
      {question}
    </>
  );
}
