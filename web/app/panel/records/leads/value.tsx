// What a lead is worth: a guess, such as the website's range, and a quoted value are told apart in words wherever it shows.
import { ChevronDown } from "lucide-react";
import { dollars } from "~/lib/money";
import { classes } from "~/ui/classes";
import { Menu } from "~/ui/menu";
import { useWrite } from "../../any-record/write";
import { type Lead, type LeadDetails, leadDetails } from "./lead";

type Marked = Pick<LeadDetails, "valueKind">;
type ValueKind = "guess" | "quoted";

const KINDS = [
  { value: "quoted", label: "Quoted" },
  { value: "guess", label: "Guess" },
];

/** What nobody marked as a guess is meant. */
const kindOf = (details: Marked | null): ValueKind | null => details && (details.valueKind ?? "quoted");

interface AmountProps {
  amount: number;
  kind: ValueKind | null;
}

export const Amount = ({ amount, kind }: AmountProps) => (
  <span className={classes("tabular-nums", kind !== "guess" && "font-semibold")}>
    {kind === "guess" && "about "}
    {dollars(amount)}
  </span>
);

interface LeadValueProps {
  lead: Lead;
  /** What stands beside the lead; until it has come the amount stands alone. */
  details: Marked | null;
}

/** To be read; nothing where no value is known. */
export function LeadValue({ lead, details }: LeadValueProps) {
  const kind = kindOf(details);
  if (lead.estimatedValue === null) return null;
  return (
    <span>
      <Amount amount={lead.estimatedValue} kind={kind} /> <span className="text-muted">{kind}</span>
    </span>
  );
}

/** With a menu that says what the value is. */
export function EditableLeadValue({ lead, details }: LeadValueProps) {
  const { write } = useWrite({
    about: ["lead-value", lead.id],
    send: (valueKind: ValueKind, key) => leadDetails.mark(lead.id, valueKind, key),
    done: ({ valueKind }) => (valueKind === "guess" ? "The value is a guess" : "The value is quoted"),
    failed: "Failed to change what the value is",
  });
  const kind = kindOf(details);
  if (lead.estimatedValue === null) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Amount amount={lead.estimatedValue} kind={kind} />
      {kind && (
        <Menu options={KINDS} chosen={kind} onChoose={(chosen) => void write(chosen === "guess" ? "guess" : "quoted")}>
          <button
            type="button"
            aria-label={`Value of ${lead.name}: ${kind}`}
            className="inline-flex min-h-6 items-center gap-1 rounded-full border border-control px-2 text-muted text-tiny hover:bg-sunk"
          >
            {kind}
            <ChevronDown aria-hidden className="size-3" />
          </button>
        </Menu>
      )}
    </span>
  );
}
