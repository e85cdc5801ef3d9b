// The bell: how much is new, and what it is. It is asked once a minute; the list, when it is opened.
import { Bell as BellIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { counted, useAskingWhatWaits } from "../user/waiting";

const Notifications = lazyOnDemand(() => import("./notifications"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

const Preferences = lazyOnDemand(() => import("./preferences"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

export function Bell() {
  const [open, setOpen] = useState(false);
  const [preferring, setPreferring] = useState(false);
  const prefer = () => {
    setOpen(false);
    setPreferring(true);
  };
  const unread = useAskingWhatWaits().data?.unread ?? 0;
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        className="relative sunlit:size-14"
        aria-label={unread > 0 ? `Bell: ${counted(unread)} new` : "Bell: nothing new"}
        onClick={() => setOpen(true)}
      >
        <BellIcon aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1 sunlit:top-2.5 right-0.5 sunlit:right-2 min-w-4.5 rounded-full bg-destructive px-1 text-center font-semibold text-[0.6875rem] text-white leading-[1.125rem] tabular-nums"
          >
            {counted(unread)}
          </span>
        )}
      </Button>
      <Notifications open={open} onOpenChange={setOpen} onPreferences={prefer} />
      <Preferences open={preferring} onOpenChange={setPreferring} />
    </>
  );
}
