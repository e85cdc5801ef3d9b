// A menu of things that are each on or off: it stays open while several are chosen.
import { DropdownMenu as Parts } from "radix-ui";
import { type ReactElement, useState } from "react";
import type { Option } from "./input";
import { MENU, MENU_ITEM } from "./menu";

interface ChecksMenuProps {
  /** The button. */
  children: ReactElement;
  heading: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

export function ChecksMenu({ children, heading, options, chosen, onChange }: ChecksMenuProps) {
  // State, not a ref: a container that became known while the menu is open would close it.
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <Parts.Root modal={false}>
      <Parts.Trigger ref={setButton} asChild>
        {children}
      </Parts.Trigger>
      <Parts.Portal container={button?.closest<HTMLElement>("main, [role=dialog]")}>
        <Parts.Content align="end" sideOffset={4} collisionPadding={8} className={MENU}>
          <Parts.Label className="px-3 py-1.5 text-muted text-tiny">{heading}</Parts.Label>
          {options.map(({ value, label }) => (
            <Parts.CheckboxItem
              key={value}
              className={MENU_ITEM}
              checked={chosen.includes(value)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
            >
              <span aria-hidden className="w-3">
                {chosen.includes(value) && "✓"}
              </span>
              {label}
            </Parts.CheckboxItem>
          ))}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
