// A text field that chooses one of the matches of what is typed; Escape closes their list. What was typed and not chosen goes
// back to what is chosen.
import { type Ref, useState } from "react";
import { Input, type Option } from "./input";
import { Listbox, useListbox } from "./listbox";

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
  const [typed, setTyped] = useState<string | null>(null);
  const { field, list, restart } = useListbox({
    options,
    open: typed !== null,
    onOpen: () => type(""),
    onChoose: choose,
    onEscape: close,
  });

  function type(words: string) {
    setTyped(words);
    restart();
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

  return (
    <div className="relative">
      <Input
        {...props}
        {...field}
        id={id}
        value={typed ?? chosen.label}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => typed === null && type("")}
        onBlur={() => {
          close();
          onLeave?.();
        }}
      />
      <Listbox
        list={list}
        label="Matches"
        chosen={chosen.value}
        nothing={nothing}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 rounded-control border border-control bg-surface py-1 shadow-card"
      >
        {({ label }) => label}
      </Listbox>
    </div>
  );
}
