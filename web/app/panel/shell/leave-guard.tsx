// Asks before words that are not saved are left behind, by a link, the palette or the browser's Back.
import { useEffect, useState } from "react";
import { lazyOnDemand } from "~/ui/lazy";
import { discard, whenLeaving } from "~/ui/unsaved";

const question = async () => ({ default: (await import("~/ui/dialog-window")).DiscardQuestion });

const DiscardQuestion = lazyOnDemand(question, {
  wanted: ({ open }) => open,
  fallback: () => null,
  onError: ({ onKeep }) => onKeep(),
});

export function LeaveGuard() {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    whenLeaving((next) => setGo(() => next));
    return () => whenLeaving(null);
  }, []);
  return (
    <DiscardQuestion
      open={go !== null}
      onKeep={() => setGo(null)}
      onDiscard={() => {
        discard();
        setGo(null);
        go?.();
      }}
    />
  );
}
