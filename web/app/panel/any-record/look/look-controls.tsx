// Beside the filters of a list: one's saved views, and how the list is looked at.
import { Bookmark, Columns2, LayoutGrid, type LucideIcon, Rows3 } from "lucide-react";
import { Button } from "~/ui/button";
import { ChecksMenu } from "~/ui/checks-menu";
import { useWide } from "~/ui/wide";
import type { Look } from "./look";
import type { Layout } from "./saved-view";
import { ViewsMenu } from "./views-menu";

const LAYOUTS = [
  { value: "cards", label: "Cards", icon: LayoutGrid },
  { value: "table", label: "Table", icon: Rows3 },
] as const;

/** One more way to see the same records, in place of cards and table. */
export interface OtherLayout {
  label: string;
  icon: LucideIcon;
  open: boolean;
  setOpen: (open: boolean) => void;
}

interface LookControlsProps {
  look: Look;
  /** How all of them are called, such as "Leads". */
  title: string;
  columns: readonly { key: string; name: string }[];
  /** Whether there are cards to go back to. */
  cards?: boolean;
  other?: OtherLayout | undefined;
}

interface LayoutButtonProps {
  label: string;
  icon: LucideIcon;
  pressed: boolean;
  onClick: () => void;
}

const LayoutButton = ({ label, icon: Icon, pressed, onClick }: LayoutButtonProps) => (
  <Button
    size="icon"
    variant={pressed ? "primary" : "outline"}
    className="size-10 not-first:rounded-l-none not-last:rounded-r-none not-first:-ml-px"
    aria-label={label}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <Icon aria-hidden />
  </Button>
);

interface LayoutSwitchProps {
  look: Look;
  wide: boolean;
  other: OtherLayout | undefined;
}

function LayoutSwitch({ look, wide, other }: LayoutSwitchProps) {
  function choose(layout: Layout) {
    if (other?.open) other.setOpen(false);
    if (wide) look.setLayout(layout);
  }
  return (
    <fieldset aria-label="View" className="flex">
      {LAYOUTS.filter(({ value }) => wide || value === "cards").map(({ value, label, icon }) => (
        <LayoutButton
          key={value}
          label={label}
          icon={icon}
          pressed={!other?.open && (!wide || look.layout === value)}
          onClick={() => choose(value)}
        />
      ))}
      {other && (
        <LayoutButton label={other.label} icon={other.icon} pressed={other.open} onClick={() => other.setOpen(true)} />
      )}
    </fieldset>
  );
}

export function LookControls({ look, title, columns, cards = false, other }: LookControlsProps) {
  const wide = useWide();
  const name = look.views.find(({ query }) => query === look.query)?.name;
  return (
    <>
      <ViewsMenu look={look} title={title}>
        <Button
          variant="outline"
          className="min-h-10 min-w-10 max-w-56 px-2.5 text-small"
          aria-label={`Views of ${title}`}
        >
          <Bookmark aria-hidden />
          {name && <span className="truncate">{name}</span>}
        </Button>
      </ViewsMenu>
      {wide && look.layout === "table" && !other?.open && (
        <ChecksMenu
          heading="Columns"
          options={columns.map(({ key, name }) => ({ value: key, label: name }))}
          chosen={look.shown}
          onChange={look.setShown}
        >
          <Button variant="outline" size="icon" className="size-10" aria-label="Columns">
            <Columns2 aria-hidden />
          </Button>
        </ChecksMenu>
      )}
      {cards && (wide || other) && <LayoutSwitch look={look} wide={wide} other={other} />}
    </>
  );
}
