// The leads as a list or as a board: the same filters, with those by the next step and how many leads each leaves.
import { Columns3 } from "lucide-react";
import { useSearchParams } from "wouter";
import { lazyOnDemand } from "~/ui/lazy";
import { optionsOf } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { dialogsOnDemand } from "../../any-record/dialogs-on-demand";
import { RecordList } from "../../any-record/record-list";
import { ImportButton } from "../../importing/import-button";
import { OfImport } from "../../importing/of-import";
import { NamesFault } from "../../staff/names-fault";
import { may, useUser } from "../../user/user";
import { bulkLeads, leadStatuses, leads, stepCounts } from "./lead";
import { LeadCard } from "./lead-card";
import { leadColumns } from "./lead-columns";
import { Offers } from "./offer";

const LeadDialogs = dialogsOnDemand(() => import("./lead-dialogs"));

const STATUS = { name: "status", label: "Filter by status", all: "All statuses", options: optionsOf(leadStatuses) };

const STEPS = [
  { value: "mine", label: "Mine" },
  { value: "overdue", label: "Overdue" },
  { value: "today", label: "Today" },
  { value: "none", label: "No next step" },
] as const;

/** Whether the leads are shown as a board, in the address. */
function useBoard(): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const setOpen = (open: boolean) =>
    setSearch((was) => {
      const next = new URLSearchParams(was);
      next.delete("view");
      if (open) next.set("view", "board");
      return next;
    });
  return [search.get("view") === "board", setOpen];
}

const Board = lazyOnDemand(() => import("./board/board"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});

/** What reports narrow the leads by. */
const REPORTED = [
  "made",
  "won",
  "lost",
  "reached",
  "answered",
  "value",
  "source",
  "landingPage",
  "campaign",
  "lostReason",
  "assignedTo",
  "unassigned",
] as const;

export function LeadList() {
  const [open, setOpen] = useBoard();
  const user = useUser();
  return (
    <Offers>
      <RecordList
        kind={leads}
        title="Leads"
        noun="Lead"
        imports={may(user, "canManageLeads") && <ImportButton kind="leads" />}
        search="Search leads"
        choices={[STATUS]}
        quick={{
          name: "step",
          label: "Next step",
          options: STEPS,
          counts: stepCounts,
        }}
        failed="Failed to fetch leads"
        none="No leads found."
        help="Quote requests from the website arrive here by themselves. You can also add a lead yourself."
        card={LeadCard}
        table={{ list: "leads", columns: leadColumns, bulk: bulkLeads }}
        dialogs={LeadDialogs}
        reported={REPORTED}
        view={open ? Board : undefined}
        other={{ label: "Board", icon: Columns3, open, setOpen }}
      >
        <OfImport />
        <NamesFault />
      </RecordList>
    </Offers>
  );
}
