// What somebody has open and can take care of no longer: it is handed on in one step.
import { useEffect, useRef, useState } from "react";
import { fullName } from "~/lib/people";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import { useWrite } from "../../any-record/write";
import { Unloaded } from "../../list/unloaded";
import { assigneeLabel } from "../../staff/fields";
import { useAssignees, useBranchNames } from "../../staff/queries";
import { type Handed, type OpenWork, type Person, reassign, stranded, useOpenWork } from "./user";

const NOUNS: Record<OpenWork["kind"], [one: string, many: string]> = {
  lead: ["open lead", "open leads"],
  work_order: ["open work order", "open work orders"],
  ticket: ["open ticket", "open tickets"],
  lead_step: ["next step about a lead or client", "next steps about leads and clients"],
  work_order_step: ["next step about a work order", "next steps about work orders"],
  ticket_step: ["next step about a ticket", "next steps about tickets"],
};
const STEPS: OpenWork["kind"][] = ["lead_step", "work_order_step", "ticket_step"];

/** Chosen where nobody is to have it. */
const NOBODY = "nobody";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

const keyOf = ({ kind, branchId }: OpenWork) => `${kind} ${branchId ?? ""}`;

/** "3 open leads in Columbus", "2 next steps about tickets in Columbus". */
export function useTitles(): (part: OpenWork) => string {
  const branchName = useBranchNames();
  return ({ kind, branchId, count }) => {
    const [one, many] = NOUNS[kind];
    const branch = branchName(branchId);
    return `${counted(count, one, many)}${branch ? ` in ${branch}` : ""}`;
  };
}

interface PartProps {
  part: OpenWork;
  title: string;
  person: string;
  value: string;
  onChange: (id: string) => void;
}

function Part({ part, title, person, value, onChange }: PartProps) {
  const { data, isError, refetch } = useAssignees(part.kind, part.branchId ?? "");
  const others = (data ?? []).filter(({ id }) => id !== person);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={keyOf(part)} className="font-semibold text-small">
        {title}
      </label>
      <Select
        id={keyOf(part)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        options={[
          { value: "", label: "Leave as it is" },
          { value: NOBODY, label: "Unassigned" },
          ...others.map((other) => ({ value: other.id, label: assigneeLabel(other) })),
        ]}
      />
      {isError && <Unloaded retry={refetch}>The list of people could not be loaded.</Unloaded>}
    </div>
  );
}

const sum = (parts: OpenWork[]) => parts.reduce((total, part) => total + part.count, 0);

/** "1 record", "1,204 records and 3 next steps". */
function inWords(parts: OpenWork[]): string {
  const steps = sum(parts.filter(({ kind }) => STEPS.includes(kind)));
  const records = sum(parts) - steps;
  const told = [
    records > 0 && counted(records, "record", "records"),
    steps > 0 && counted(steps, "next step", "next steps"),
  ];
  return told.filter(Boolean).join(" and ");
}

interface HandoverProps {
  person: Person;
  parts: OpenWork[];
  /** Whether the person has just lost what it took to keep them: then this is the next step. */
  asked: boolean;
  onDone: () => void;
}

function Handover({ person, parts, asked, onDone }: HandoverProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const titleOf = useTitles();
  const given = parts.filter((part) => chosen[keyOf(part)]);
  useEffect(() => {
    if (asked) heading.current?.focus();
  }, [asked]);

  const { busy, write } = useWrite({
    send: (handed: Handed[], key) => reassign(person.id, handed, key),
    done: (count) => `${count.toLocaleString("en-US")} reassigned`,
    failed: "Failed to reassign the open work",
  });

  async function hand() {
    const handed = given.map((part) => {
      const to = chosen[keyOf(part)] ?? NOBODY;
      return { kind: part.kind, branchId: part.branchId, assignedTo: to === NOBODY ? null : to };
    });
    if ((await write(handed)) !== null && given.length === parts.length) onDone();
  }
  return (
    <section aria-labelledby="open-work" className="mt-6 grid gap-4 rounded-control bg-warn-tint p-4 text-on-warn-tint">
      <div className="grid gap-1">
        <h3 ref={heading} id="open-work" tabIndex={-1} className="font-sans font-semibold text-base">
          Open work
        </h3>
        <p>
          {fullName(person) || person.email} can no longer take care of {inWords(parts)}. Choose who does.
        </p>
      </div>
      {parts.map((part) => (
        <Part
          key={keyOf(part)}
          part={part}
          title={titleOf(part)}
          person={person.id}
          value={chosen[keyOf(part)] ?? ""}
          onChange={(id) => setChosen({ ...chosen, [keyOf(part)]: id })}
        />
      ))}
      <Button className="justify-self-end" disabled={given.length === 0} busy={busy} onClick={hand}>
        {given.length === 0 ? "Reassign" : `Reassign ${inWords(given)}`}
      </Button>
    </section>
  );
}

export function OpenWorkOf({ person, ...props }: Omit<HandoverProps, "parts">) {
  const { data, isError, refetch } = useOpenWork(person.id);
  if (isError && !data) return <Unloaded retry={refetch}>The open work could not be loaded.</Unloaded>;
  const left = stranded(data ?? []);
  return left.length > 0 && <Handover person={person} parts={left} {...props} />;
}
