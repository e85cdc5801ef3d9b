// The shortcuts, and a way to turn the single keys off.
import { Dialog } from "~/ui/dialog";
import { SHORTCUTS, turnShortcuts, useShortcutsOn } from "./shortcuts";

interface ShortcutHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShortcutHelp({ open, onOpenChange }: ShortcutHelpProps) {
  const on = useShortcutsOn();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard Shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {SHORTCUTS.map(({ keys, says }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-control border border-control px-2 py-1 font-semibold text-tiny">{keys}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">On a Mac, press Command instead of Ctrl.</p>
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-(--color-primary)"
          checked={on}
          onChange={(event) => turnShortcuts(event.currentTarget.checked)}
        />
        Single-key shortcuts
      </label>
    </Dialog>
  );
}
