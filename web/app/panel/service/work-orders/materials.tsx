// What was used: name, quantity and unit, row by row.
import { Plus, X } from "lucide-react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { notify } from "~/ui/toast";
import { ConflictNotice } from "../../records/conflict";
import type { WorkOrder } from "./queries";
import { NotSaved, Section, useOrderField } from "./section";

interface Draft {
  key: number;
  name: string;
  quantity: string;
  unit: string;
}

interface MaterialsProps {
  order: WorkOrder;
  editable: boolean;
}

type Materials = WorkOrder["materialsUsed"];

const AS_DRAFTS = {
  read: (materials: Materials): Draft[] =>
    materials.map(({ name, quantity, unit }, key) => ({ key, name, quantity: String(quantity), unit: unit ?? "" })),
  write: (drafts: Draft[]): Materials =>
    drafts.map(({ name, quantity, unit }) => ({
      name: name.trim(),
      quantity: Number(quantity),
      unit: unit.trim() || null,
    })),
};

/** What is wrong with a row, or nothing. */
function faultOf({ name, quantity }: Draft): string | null {
  if (!name.trim()) return "Each material needs a name.";
  const amount = Number(quantity);
  return quantity.trim() && amount >= 0 && amount <= 1_000_000 ? null : "Quantities are numbers from 0 to 1,000,000.";
}

function Fixed({ drafts }: { drafts: Draft[] }) {
  if (drafts.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="grid gap-1">
      {drafts.map(({ key, name, quantity, unit }) => (
        <li key={key} className="flex justify-between gap-4">
          <span className="break-words">{name}</span>
          <span className="tabular-nums">
            {quantity} {unit}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  draft: Draft;
  number: number;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

function Line({ draft, number, onChange, onRemove }: LineProps) {
  const field = (name: "name" | "quantity" | "unit") => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem_5rem_auto] items-center gap-2">
      <Input aria-label={`Material ${number}`} placeholder="Material" maxLength={200} {...field("name")} />
      <Input
        aria-label={`Quantity of material ${number}`}
        placeholder="Qty"
        inputMode="decimal"
        {...field("quantity")}
      />
      <Input aria-label={`Unit of material ${number}`} placeholder="Unit" maxLength={40} {...field("unit")} />
      <Button variant="quiet" size="icon" aria-label={`Remove material ${number}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}

/** The row stands where it was, unless it is there already. */
function putBack(drafts: Draft[], draft: Draft, place: number): Draft[] {
  if (drafts.some(({ key }) => key === draft.key)) return drafts;
  return [...drafts.slice(0, place), draft, ...drafts.slice(place)];
}

export function Materials({ order, editable }: MaterialsProps) {
  const {
    typed: shown,
    type,
    changed,
    saving,
    conflict,
    choose,
    save,
  } = useOrderField(order, "materialsUsed", AS_DRAFTS);
  if (!editable) {
    return (
      <Section title="Materials used">
        {changed && <NotSaved />}
        <Fixed drafts={shown} />
      </Section>
    );
  }
  const fault = changed && shown.map(faultOf).find(Boolean);
  const add = () =>
    type([...shown, { key: Math.max(-1, ...shown.map(({ key }) => key)) + 1, name: "", quantity: "1", unit: "" }]);
  function remove(draft: Draft, place: number) {
    type(shown.filter((row) => row.key !== draft.key));
    const undo = () => type((now) => putBack(now ?? shown, draft, place));
    notify("Material removed", draft.name.trim() || undefined, { label: "Undo", act: undo });
  }
  return (
    <Section title="Materials used">
      <fieldset disabled={saving} className="grid gap-3">
        <ul className="grid gap-2">
          {shown.map((draft, index) => (
            <Line
              key={draft.key}
              draft={draft}
              number={index + 1}
              onChange={(next) => type(shown.map((row) => (row.key === next.key ? next : row)))}
              onRemove={() => remove(draft, index)}
            />
          ))}
        </ul>
        {fault && (
          <p role="alert" className="font-semibold text-danger text-small">
            {fault}
          </p>
        )}
        <ConflictNotice conflict={conflict} choose={choose} />
        <div className="flex flex-wrap justify-between gap-3">
          <Button variant="outline" className="min-h-12" disabled={shown.length >= 100} onClick={add}>
            <Plus aria-hidden />
            Add Material
          </Button>
          {changed && !conflict && (
            <Button className="min-h-12" disabled={saving || Boolean(fault)} onClick={save}>
              {saving ? "Saving..." : "Save Materials"}
            </Button>
          )}
        </div>
      </fieldset>
    </Section>
  );
}
