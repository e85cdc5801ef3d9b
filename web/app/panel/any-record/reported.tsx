// Filters that no control of a list sets: a report leads to the list with them. Each is told in words above the list, and a press takes it away.
import { X } from "lucide-react";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import type { FilterRules } from "../list/filters";
import { useNames } from "../staff/queries";

const TITLES = {
  answered: "Answered",
  assignedTo: "Assigned to",
  by: "Came to it",
  campaign: "Campaign",
  category: "Category",
  checklistComplete: "Checklist complete",
  completed: "Completed",
  kind: "Kind",
  landingPage: "Began on",
  lost: "Lost",
  lostReason: "Why it was lost",
  made: "Came in",
  measured: "Measured on site",
  open: "Open",
  outcome: "Outcome",
  photosComplete: "Photos complete",
  planned: "Planned",
  priority: "Priority",
  reached: "Reached",
  reopened: "Reopened",
  resolved: "Resolved",
  returned: "Return visit within 60 days",
  source: "Source",
  unassigned: "Nobody's",
  unsettled: "Not settled yet",
  value: "Value",
  won: "Won",
} as const;

export type Reported = keyof typeof TITLES;

const PEOPLE: Reported[] = ["assignedTo", "by"];

/** The rules by which the address is read. */
export const rulesOfReported = <Name extends Reported>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, "text"])) as Record<Name, "text"> satisfies FilterRules;

/** "Nov 1, 2026 to Nov 25, 2026" of two days, one of which may be left out; any other words as they are. */
function inWords(value: string): string {
  const days = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(value);
  if (!days) return value.includes("_") ? startCase(value) : value;
  const [, first, last] = days;
  if (first && last) return first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`;
  return first ? `from ${longDate(first)}` : `until ${longDate(last ?? "")}`;
}

interface ReportedFiltersProps<Name extends Reported> {
  names: readonly Name[];
  filters: Record<string, string>;
  clear: (name: Name) => void;
}

export function ReportedFilters<Name extends Reported>({ names, filters, clear }: ReportedFiltersProps<Name>) {
  const nameOf = useNames();
  const set = names.filter((name) => filters[name]);
  if (set.length === 0) return null;
  return (
    <ul aria-label="Also narrowed by" className="mb-5 flex flex-wrap gap-2">
      {set.map((name) => {
        const value = filters[name] ?? "";
        const told = PEOPLE.includes(name) ? nameOf(value) : inWords(value);
        const words = value === "yes" ? TITLES[name] : `${TITLES[name]}: ${told}`;
        return (
          <li key={name}>
            <Button size="small" variant="primary" aria-label={`No longer: ${words}`} onClick={() => clear(name)}>
              {words}
              <X aria-hidden />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
