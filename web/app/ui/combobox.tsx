// A text field with a list of matches under it, after the combobox pattern: typing narrows, arrows move, Enter chooses,
// Escape closes. What was typed and not chosen goes back to what is chosen.
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { classes } from "./classes";
import { Input, type Option } from "./input";

interface ComboboxProps {
  id: string;
  ref?: Ref<HTMLInputElement>;
  /** What is chosen, or an empty value. */
  chosen: Option;
  /** The matches of the typed words. */
  options: readonly Option[];
  /** What the list says while there are none. */
  nothing: string;
  onType: (words: string) => void;
  onChoose: (option: Option) => void;
  onLeave?: () => void;
  placeholder?: string;
  required?: boolean;
  "aria-invalid"?: true | undefined;
  "aria-describedby"?: string | undefined;
}

export function Combobox({ id, chosen, options, nothing, onType, onChoose, onLeave, ...props }: ComboboxProps) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;

  function type(words: string) {
    setTyped(words);
    setActive(0);
    onType(words);
  }
  function close() {
    setTyped(null);
    onType("");
  }
  function choose(option: Option) {
    onChoose(option);
    close();
  }
  function steer(event: KeyboardEvent) {
    if (!open && event.key !== "ArrowDown") return;
    const option = options[active];
    switch (event.key) {
      case "ArrowDown":
        if (open) setActive(Math.min(active + 1, options.length - 1));
        else type("");
        break;
      case "ArrowUp":
        setActive(Math.max(active - 1, 0));
        break;
      case "Enter":
        if (option) choose(option);
        break;
      case "Escape":
        close();
        break;
      default:
        return;
    }
    event.preventDefault();
    // The dialog around it stays open.
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <Input
        {...props}
        id={id}
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
        value={typed ?? chosen.label}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => !open && type("")}
        onKeyDown={steer}
        onBlur={() => {
          close();
          onLeave?.();
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Matches"
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-control border border-control bg-surface py-1 shadow-card"
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === chosen.value}
            ref={(element) => {
              if (open && index === active) element?.scrollIntoView({ block: "nearest" });
            }}
            className={classes(
              "min-h-10 cursor-pointer px-3 py-2",
              index === active && "bg-secondary text-on-secondary",
            )}
            // Before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
            onMouseEnter={() => setActive(index)}
          >
            {option.label}
          </div>
        ))}
        {options.length === 0 && (
          <div role="option" aria-disabled aria-selected={false} tabIndex={-1} className="px-3 py-2 text-muted">
            {nothing}
          </div>
        )}
      </div>
    </div>
  );
}
