// The list under a text field, after the combobox pattern of WAI-ARIA: the focus stays in the field, arrows move through the
// options, Enter or a press chooses.
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { classes } from "./classes";
import type { Option } from "./input";

interface Steering<Item> {
  options: readonly Item[];
  /** Whether the list shows; the arrow down opens one that does not. */
  open?: boolean;
  onOpen?: () => void;
  onChoose: (option: Item) => void;
  onEscape: () => void;
}

/** What the field and its list have in common: `field` goes to the input, `list` to the Listbox. */
export function useListbox<Item extends Option>({ options, open = true, onOpen, onChoose, onEscape }: Steering<Item>) {
  const id = useId();
  const [active, setActive] = useState(0);
  const option = options[active];

  function onKeyDown(event: KeyboardEvent) {
    if (!open && event.key !== "ArrowDown") return;
    switch (event.key) {
      case "ArrowDown":
        if (!open) onOpen?.();
        else if (active < options.length - 1) setActive(active + 1);
        break;
      case "ArrowUp":
        if (active > 0) setActive(active - 1);
        break;
      case "Enter":
        if (option) onChoose(option);
        break;
      case "Escape":
        onEscape();
        break;
      default:
        return;
    }
    event.preventDefault();
    // The dialog around it stays open.
    event.stopPropagation();
  }

  return {
    field: {
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": open,
      "aria-controls": id,
      "aria-activedescendant": open && option ? `${id}-${active}` : undefined,
      onKeyDown,
    } as const,
    list: { id, options, open, active, onActivate: setActive, onChoose },
    /** For other words: the first of their matches is active. */
    restart: () => setActive(0),
  };
}

interface ListboxProps<Item extends Option> {
  list: ReturnType<typeof useListbox<Item>>["list"];
  label: string;
  /** The value that is chosen already; without one, the active option counts as selected. */
  chosen?: string;
  /** What the list says while there are no options. */
  nothing?: string;
  className?: string;
  optionClassName?: string;
  children: (option: Item) => ReactNode;
}

export function Listbox<Item extends Option>(props: ListboxProps<Item>) {
  const { list, label, chosen, nothing, className, optionClassName, children } = props;
  const { id, options, open, active, onActivate, onChoose } = list;
  return (
    <div id={id} role="listbox" aria-label={label} hidden={!open} className={classes("overflow-y-auto", className)}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={chosen === undefined ? index === active : option.value === chosen}
          ref={(element) => {
            if (open && index === active) element?.scrollIntoView({ block: "nearest" });
          }}
          className={classes(
            "flex min-h-11 cursor-pointer items-center px-3 py-2",
            optionClassName,
            index === active && "bg-secondary text-on-secondary",
          )}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          // Not on entering: a list that changes under a pointer at rest is not pointed at.
          onPointerMove={() => onActivate(index)}
        >
          {children(option)}
        </div>
      ))}
      {options.length === 0 && nothing && (
        <div role="option" aria-disabled aria-selected={false} tabIndex={-1} className="px-3 py-2 text-muted">
          {nothing}
        </div>
      )}
    </div>
  );
}
