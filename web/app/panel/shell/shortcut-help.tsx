// The shortcuts, and a way to turn the single keys off. Loaded when it is first asked for.
import { Dialog } from "~/ui/dialog";
import { turnShortcuts, useShortcutsOn } from "./shortcuts";

const SHORTCUTS = [
  { keys: "Ctrl K", says: "Find a screen, an action or a record" },
  { keys: "Ctrl B", says: "Open or close the sidebar" },
  { keys: "/", says: "Search this list" },
  { keys: "n", says: "New record" },
  { keys: "j", says: "Next event of a record's timeline" },
  { keys: "k", says: "The event before" },
  { keys: "e", says: "Edit the record" },
  { keys: "m", says: "In the week: move the visit by the arrow keys; Enter puts it down" },
  { keys: "Shift ↑ ↓", says: "In the week: let the visit come earlier or later in its day" },
  { keys: "s", says: "In the week: set the visit's day, time and crew" },
  { keys: "a", says: "In the week: when somebody is away" },
  { keys: "t", says: "In the week: today" },
  { keys: "↑ ↓", says: "In a table: the row above or below; with Shift both are ticked" },
  { keys: "x", says: "In a table: tick the row; with Shift all from the last one to it" },
  { keys: "[ ]", says: "In the week: the week before, and the one after" },
  { keys: "r", says: "In the week: move a day's visits, such as for rain" },
  { keys: "Ctrl Z", says: "In the week: take the last move back" },
  { keys: "?", says: "Show this help" },
] as const;

interface ShortcutHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ShortcutHelp({ open, onOpenChange }: ShortcutHelpProps) {
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
