// The fields of rows: what holds where a row says nothing, and what somebody puts in the place of what it says.

import { type ChangeEvent, useId } from "react";
import type { Schemas } from "~/api/client";
import { startCase } from "~/lib/labels";
import { fullName } from "~/lib/people";
import { Fault } from "~/ui/fault";
import { Input, type Option, Select, Textarea } from "~/ui/input";
import { useAssignees, useHomeBranch, useOpenBranches, useRegionList } from "../staff/queries";
import { roleOptions } from "../user/roles";
import { useUser } from "../user/user";
import { FIELD_LABELS, type ImportKind } from "./import";

const STATUSES: { leads: Schemas["LeadStatus"][]; clients: Schemas["ClientStatus"][] } & { users?: never } = {
  leads: ["new", "contacted", "qualified", "proposal", "negotiation", "won", "lost"],
  clients: ["active", "inactive", "suspended"],
};

interface ValueFieldProps {
  kind: ImportKind;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** The branch whose people may take care of it. */
  branch: string;
  /** What no value is called. */
  none: string;
  fault?: string | undefined;
}

const NONE: Option[] = [];

/** What a field offers; null where it is typed. */
function useOptions({ kind, name, branch }: ValueFieldProps): Option[] | null {
  const branches = useOpenBranches();
  const people = useAssignees("lead", branch).data ?? [];
  const regions = useRegionList(name === "regionId").data ?? [];
  switch (name) {
    case "branchId":
      return branches.map(({ id, name }) => ({ value: id, label: name }));
    case "assignedTo":
      return people.map((person) => ({ value: person.id, label: fullName(person) || person.email }));
    case "regionId":
      return regions.map(({ id, name }) => ({ value: id, label: name }));
    case "role":
      return roleOptions;
    case "status":
      return STATUSES[kind]?.map((value) => ({ value, label: startCase(value) })) ?? NONE;
    default:
      return null;
  }
}

/** The words of a file among what is offered: "Won" is "won", and what is none of it is shown as it stands. */
function chosenIn(options: Option[], value: string): { value: string; options: Option[] } {
  const same = options.find((one) => [one.value, one.label].some((word) => word.toLowerCase() === value.toLowerCase()));
  if (same || value === "") return { value: same?.value ?? "", options };
  return { value, options: [{ value, label: value, disabled: true }, ...options] };
}

/** A field of a row, or of all that say nothing: chosen where there is a list, else typed. */
export function ValueField(props: ValueFieldProps) {
  const { name, value, onChange, none, fault } = props;
  const id = useId();
  const offered = useOptions(props);
  const chosen = offered && chosenIn(offered, value);
  const common = {
    id,
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault && `${id}-fault`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
  };
  const Typed = name === "notes" ? Textarea : Input;
  return (
    <div data-slot="field" className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold text-small">
        {FIELD_LABELS[name]}
      </label>
      {chosen ? (
        <Select {...common} value={chosen.value} options={[{ value: "", label: none }, ...chosen.options]} />
      ) : (
        <Typed {...common} value={value} />
      )}
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  );
}

interface DefaultFieldsProps {
  kind: ImportKind;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** The fields of which one value may hold for all rows. */
function useDefaultNames(kind: ImportKind): string[] {
  const several = useOpenBranches().length > 1;
  const { role } = useUser();
  const branch = several ? ["branchId"] : [];
  if (kind === "leads") return [...branch, "status", "source", "assignedTo"];
  if (kind === "clients") return [...branch, "status"];
  return [...branch, "role", ...(role === "admin" ? ["regionId"] : [])];
}

export function DefaultFields({ kind, values, onChange }: DefaultFieldsProps) {
  const home = useHomeBranch();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">For rows that say nothing</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {useDefaultNames(kind).map((name) => (
          <ValueField
            key={name}
            kind={kind}
            name={name}
            branch={values.branchId || home}
            none="As usual"
            value={values[name] ?? ""}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function InviteField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--color-primary)"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>Send each person an invitation by email when the import is done</span>
    </label>
  );
}
