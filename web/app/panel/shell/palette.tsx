// Everything within a few keys: screens, actions and records, under the same permissions as the sidebar and the lists.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api, bodyOf, type Schemas } from "~/api/client";
import type { User } from "~/api/session";
import { startCase } from "~/lib/labels";
import { useDebounced } from "~/ui/debounced";
import { Dialog } from "~/ui/dialog";
import { Input, type Option } from "~/ui/input";
import { Listbox, useListbox } from "~/ui/listbox";
import { recordAddress } from "../list/record-address";
import { Unloaded } from "../list/unloaded";
import { entries, type Kind } from "../user/entries";
import { useUser } from "../user/user";

type Found = Schemas["Hit"];

const SHORTEST = 2;

/** Kinds whose detail is a code, such as the priority of a work order. */
const CODED: Kind[] = ["work_order", "ticket"];

/** How the kinds are called, several at a time. */
const GROUPS: Record<Kind, string> = {
  lead: "Leads",
  client: "Clients",
  work_order: "Work Orders",
  ticket: "Tickets",
  warranty: "Warranties",
  user: "Users",
};

/** A screen, an action or a record; its value is the address it leads to. */
interface Destination extends Option {
  group: string;
  detail?: string;
}

function destinations(user: User, typed: string, found: Found[]): Destination[] {
  const matches = ({ label }: Destination) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const open = entries.filter(({ allowed }) => allowed(user));
  const screens = open.map(({ label, path }) => ({ group: "Screens", label, value: path }));
  const actions = open.flatMap(({ makes, path }) =>
    makes ? [{ group: "Actions", label: makes, value: `${path}?new` }] : [],
  );
  return [
    ...[...screens, ...actions].filter(matches),
    ...found.map(({ kind, id, title, detail, status }) => ({
      group: GROUPS[kind],
      label: title,
      detail: [CODED.includes(kind) ? startCase(detail) : detail, startCase(status)].filter(Boolean).join(" · "),
      value: recordAddress(user, kind, id),
    })),
  ];
}

function Finder({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const asked = useDebounced(typed.trim());
  const searches = user.role !== null && asked.length >= SHORTEST; // who has no role sees no records
  const {
    data: found = [],
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ["/api/panel/search", asked],
    queryFn: () => bodyOf(api.get("/api/panel/search", { params: { query: { q: asked } } })),
    enabled: searches,
    placeholderData: (was) => was,
  });
  const options = destinations(user, typed, searches ? found : []);
  const { field, list, restart } = useListbox({ options, onChoose: go, onEscape: onDone });

  function go({ value }: Destination) {
    onDone();
    navigate(value);
  }
  return (
    <div className="pt-5">
      <Input
        {...field}
        aria-label="Find a screen, an action or a record"
        placeholder="Find a screen, an action or a record"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          restart();
        }}
      />
      <Listbox
        list={list}
        label="Choices"
        className="mt-3 max-h-96"
        optionClassName="justify-between gap-4 rounded-control"
      >
        {({ label, detail, group }) => (
          <>
            <span className="min-w-0 break-words">
              {label}
              {detail && <span className="block text-tiny">{detail}</span>}
            </span>
            <span className="shrink-0 text-tiny">{group}</span>
          </>
        )}
      </Listbox>
      {isError && (
        <Unloaded retry={refetch} className="mt-3">
          The records could not be searched.
        </Unloaded>
      )}
      <p role="status" className="text-muted">
        {options.length === 0 && !isError && (isFetching || asked !== typed.trim() ? "Searching..." : "Nothing found.")}
      </p>
    </div>
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
