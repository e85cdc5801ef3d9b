// The bar over a list: what it is, how many, what can be done, and the filters, which wrap as one. On a phone the filters are a row
// that is swiped.
import { Plus, RefreshCw, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { refreshPanel } from "~/api/queries";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Input, type Option, Select } from "~/ui/input";
import { ScreenTitle } from "~/ui/screen-title";
import { DownloadButton, type ListFile } from "./download-button";

interface ToolbarProps {
  title: string;
  /** Beside the title, such as the count of rows. */
  count?: ReactNode;
  refreshing: boolean;
  /** What can be taken along of it. */
  file?: ListFile | undefined;
  /** What can be done, such as making one more. */
  action?: ReactNode;
  /** The filters. */
  children?: ReactNode;
}

/** What does not fit a phone beside one another is swiped, from edge to edge of the screen. */
const SWIPED = "max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none]";

export function Toolbar({ title, count, refreshing, file, action, children }: ToolbarProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3 max-sm:items-center max-sm:gap-x-2">
      <div className="mr-auto flex min-w-0 items-baseline gap-3">
        <ScreenTitle>{title}</ScreenTitle>
        {count !== undefined && (
          <span role="status" className="text-muted tabular-nums">
            {count}
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-end gap-x-4 gap-y-3 max-sm:contents">
        {children && (
          <div
            className={classes(
              "flex items-center gap-2 max-sm:order-last max-sm:w-[calc(100%+2rem)] sm:flex-wrap",
              SWIPED,
            )}
          >
            {children}
          </div>
        )}
        <div className="ml-auto flex items-center gap-2">
          {file && <DownloadButton {...file} />}
          <RefreshButton refreshing={refreshing} />
          {action}
        </div>
      </div>
    </div>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** What no choice is called, such as "All statuses". */
  all?: string;
}

export function FilterSelect({ label, value, onChange, options, all }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={all ? [{ value: "", label: all }, ...options] : options}
      className="min-h-10 w-auto shrink-0 text-small"
    />
  );
}

interface QuickOption extends Option {
  /** How many rows it leaves, in words; undefined until it is known, and left out where nobody counts them. */
  count?: string | undefined;
}

interface QuickFiltersProps {
  label: string;
  options: readonly QuickOption[];
  value: string;
  onChange: (value: string) => void;
}

/** One press sets a filter, another press clears it. */
export function QuickFilters({ label, options, value, onChange }: QuickFiltersProps) {
  return (
    <div className="-mt-1 mb-5">
      <fieldset aria-label={label} className={classes("flex min-w-0 gap-2 sm:flex-wrap", SWIPED)}>
        {options.map((option) => (
          <Button
            key={option.value}
            size="small"
            variant={option.value === value ? "primary" : "outline"}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value === value ? "" : option.value)}
          >
            {option.label}
            {"count" in option && <span className="min-w-3 text-center font-normal tabular-nums">{option.count}</span>}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

/** Milliseconds of rest before typed words are searched for. */
const REST = 300;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  // The address changed by other means, such as Back or clearing the filters.
  if (known !== value) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="relative min-w-44 flex-1 sm:w-44 sm:flex-none">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          const words = event.currentTarget.value;
          setTyped(words);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(words.trim()), REST);
        }}
        className="min-h-10 pl-9 text-small"
      />
    </div>
  );
}

/** Asks again for everything that the screen shows, names and figures too. */
function RefreshButton({ refreshing }: { refreshing: boolean }) {
  return (
    <Button
      variant="outline"
      size="icon"
      className="size-10"
      aria-label="Refresh"
      busy={refreshing}
      onClick={() => void refreshPanel()}
    >
      <RefreshCw aria-hidden className={classes(refreshing && "animate-spin")} />
    </Button>
  );
}

export function NewButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button className="min-h-10 text-small" data-new onClick={onClick}>
      <Plus aria-hidden />
      {children}
    </Button>
  );
}
