// Everything within a few keys: screens, actions and records, under the same permissions as the sidebar and the lists.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { get } from "~/api/client";
import type { User } from "~/api/session";
import { words } from "~/lib/people";
import { classes } from "~/ui/classes";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import { useSettled } from "~/ui/settled";
import { Unloaded } from "../list/unloaded";
import { entries } from "./entries";
import { type Kind, opens, recordAddress } from "./record-address";
import { useUser } from "./user";

interface Found {
  kind: Kind;
  id: string;
  title: string;
  detail: string;
  status: string;
}

const SEARCH = "/api/panel/search";
const SHORTEST = 2;
const NEW = [
  { label: "New Work Order", path: "/panel/work-orders" },
  { label: "New Ticket", path: "/panel/tickets" },
  { label: "New Lead", path: "/panel/leads" },
  { label: "New Client", path: "/panel/clients" },
];

/** Kinds whose detail is a code, such as the priority of a work order. */
const CODED: Kind[] = ["work_order", "ticket"];

interface Choice {
  group: string;
  label: string;
  detail?: string;
  to: string;
}

function choicesOf(user: User, typed: string, found: Found[]): Choice[] {
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const screens = entries.filter((entry) => entry.allowed(user) && matches(entry));
  const actions = NEW.filter((action) => opens(action.path, user) && matches(action));
  return [
    ...screens.map(({ label, path }) => ({ group: "Screens", label, to: path })),
    ...actions.map(({ label, path }) => ({ group: "Actions", label, to: `${path}?new` })),
    ...found.map(({ kind, id, title, detail, status }) => ({
      group: `${words(kind)}s`,
      label: title,
      detail: [CODED.includes(kind) ? words(detail) : detail, words(status)].filter(Boolean).join(" · "),
      to: recordAddress(user, kind, id),
    })),
  ];
}

function Finder({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const asked = useSettled(typed.trim());
  const {
    data: found = [],
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [SEARCH, asked],
    queryFn: () => get<Found[]>(`${SEARCH}?q=${encodeURIComponent(asked)}`),
    enabled: asked.length >= SHORTEST,
    placeholderData: (was) => was,
  });
  const choices = choicesOf(user, typed, asked.length >= SHORTEST ? found : []);
  const chosen = choices[active];

  function go(choice: Choice) {
    onDone();
    navigate(choice.to);
  }
  return (
    <>
      <Input
        role="combobox"
        aria-expanded
        aria-controls="palette-choices"
        aria-activedescendant={chosen ? `palette-${active}` : undefined}
        aria-label="Find a screen, an action or a record"
        placeholder="Find a screen, an action or a record"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setActive(Math.min(active + 1, choices.length - 1));
          else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
          else if (event.key === "Enter" && chosen) go(chosen);
          else if (event.key === "Escape") onDone();
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-choices" role="listbox" aria-label="Choices" className="mt-3 max-h-96 overflow-y-auto">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field above
          <div
            key={choice.to + choice.label}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={(element) => {
              if (index === active) element?.scrollIntoView({ block: "nearest" });
            }}
            className={classes(
              "flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 py-2",
              index === active && "bg-secondary text-on-secondary",
            )}
            onClick={() => go(choice)}
          >
            <span className="min-w-0 break-words">
              {choice.label}
              {choice.detail && <span className="block text-tiny">{choice.detail}</span>}
            </span>
            <span className="shrink-0 text-tiny">{choice.group}</span>
          </div>
        ))}
      </div>
      {isError && (
        <Unloaded retry={refetch} className="mt-3">
          The records could not be searched.
        </Unloaded>
      )}
      <p role="status" className="text-muted">
        {choices.length === 0 && !isError && (isFetching || asked !== typed.trim() ? "Searching..." : "Nothing found.")}
      </p>
    </>
  );
}

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function Palette({ open, onOpenChange }: PaletteProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Find" hideTitle>
      <Finder onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
