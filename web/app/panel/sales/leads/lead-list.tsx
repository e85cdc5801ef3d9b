// The leads as a list or as a board: the same filters, with those by the next step and how many leads each leaves.
import { Columns3, LayoutGrid } from "lucide-react";
import { useSearchParams } from "wouter";
import { Button } from "~/ui/button";
import { lazyOnDemand } from "~/ui/lazy";
import { optionsOf } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { dialogsOnDemand } from "../../records/dialogs-on-demand";
import { RecordList } from "../../records/record-list";
import { may, useUser } from "../../shell/user";
import { NamesFault } from "../../staff/names-fault";
import { leadStatuses, leads, stepCounts } from "./lead";
import { LeadCard } from "./lead-card";
import { Offers } from "./offer";

const LeadDialogs = dialogsOnDemand(() => import("./lead-dialogs"));

const STATUS = { name: "status", label: "Filter by status", all: "All statuses", options: optionsOf(leadStatuses) };

const STEPS = [
  { value: "mine", label: "Mine" },
  { value: "overdue", label: "Overdue" },
  { value: "today", label: "Today" },
  { value: "none", label: "No next step" },
] as const;

const VIEWS = [
  { value: "list", label: "List", icon: LayoutGrid },
  { value: "board", label: "Board", icon: Columns3 },
] as const;

type View = (typeof VIEWS)[number]["value"];

/** How the leads are shown, in the address. */
function useView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (view: View) =>
    setSearch((was) => {
      const next = new URLSearchParams(was);
      next.delete("view");
      if (view !== "list") next.set("view", view);
      return next;
    });
  return [search.get("view") === "board" ? "board" : "list", open];
}

const Board = lazyOnDemand(() => import("./board/board"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});

function ViewSwitch({ view, open }: { view: View; open: (view: View) => void }) {
  return (
    <fieldset aria-label="View" className="flex">
      {VIEWS.map(({ value, label, icon: Icon }) => (
        <Button
          key={value}
          size="icon"
          variant={view === value ? "primary" : "outline"}
          className="size-9 first:rounded-r-none last:rounded-l-none"
          aria-label={label}
          aria-pressed={view === value}
          onClick={() => open(value)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </fieldset>
  );
}

export function LeadList() {
  const [view, openView] = useView();
  const user = useUser();
  return (
    <Offers>
      <RecordList
        kind={leads}
        title="Leads"
        noun="Lead"
        imports={may(user, "canManageLeads") ? "leads" : undefined}
        search="Search leads"
        choices={[STATUS]}
        quick={{
          name: "step",
          label: "Next step",
          options: STEPS,
          counts: stepCounts,
          beside: <ViewSwitch view={view} open={openView} />,
        }}
        failed="Failed to fetch leads"
        none="No leads found."
        help="Quote requests from the website arrive here by themselves. You can also add a lead yourself."
        card={LeadCard}
        dialogs={LeadDialogs}
        view={view === "board" ? Board : undefined}
      >
        <NamesFault />
      </RecordList>
    </Offers>
  );
}
