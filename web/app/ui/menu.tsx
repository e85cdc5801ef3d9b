// A menu that a button opens: arrows and first letters move through it, Enter or a press chooses.
import { DropdownMenu as Parts } from "radix-ui";
import { type ReactElement, useState } from "react";
import { classes } from "./classes";
import type { Option } from "./input";

interface MenuOption extends Option {
  /** Whether a line stands before it. */
  apart?: boolean;
}

interface MenuProps {
  /** The button. */
  children: ReactElement;
  /** Over the choices, where the button does not say what they are. */
  heading?: string;
  options: readonly MenuOption[];
  /** The value that holds now. */
  chosen?: string;
  onChoose: (value: string) => void;
}

export const MENU =
  "z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-appear overflow-y-auto rounded-card border border-control bg-surface p-1 text-ink text-small shadow-card";
export const MENU_ITEM =
  "flex min-h-10 cursor-pointer select-none items-center gap-2 rounded-control px-3 outline-none data-highlighted:bg-secondary data-highlighted:text-on-secondary";

export function Menu({ children, heading, options, chosen = "", onChoose }: MenuProps) {
  // State, not a ref: a container that became known while the menu is open would close it.
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <Parts.Root modal={false}>
      <Parts.Trigger ref={setButton} asChild>
        {children}
      </Parts.Trigger>
      {/* Out of what may cut it off, but inside the landmark or the window that it belongs to. */}
      <Parts.Portal container={button?.closest<HTMLElement>("main, [role=dialog]")}>
        <Parts.Content align="end" sideOffset={4} collisionPadding={8} className={MENU}>
          {heading && <Parts.Label className="px-3 py-1.5 text-muted text-tiny">{heading}</Parts.Label>}
          <Parts.RadioGroup value={chosen} onValueChange={onChoose}>
            {options.map(({ value, label, apart }) => (
              <Parts.RadioItem
                key={value}
                value={value}
                className={classes(MENU_ITEM, apart && "mt-1 rounded-t-none border-hairline border-t")}
              >
                <span aria-hidden className="w-3">
                  {value === chosen && "✓"}
                </span>
                {label}
              </Parts.RadioItem>
            ))}
          </Parts.RadioGroup>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
