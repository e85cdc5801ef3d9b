// What was used: name, quantity and unit, row by row.

import { Plus, X } from "lucide-react";
import { Button } from "~/ui/button";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import { notify } from "~/ui/toast";
import { ConflictAlert } from "../../any-record/conflict";
import { NotSaved, Section, useOrderPart } from "./section";
import type { WorkOrder } from "./work-order";

/** A material as it is typed. */
interface Line {
  key: number;
  name: string;
  quantity: string;
  unit: string;
  /** A row of one's own that is not saved yet. */
  added?: true;
}

/** A row that was added and not filled in yet: there is nothing to say about it and nothing to save. */
const isBlank = ({ added, name, unit }: Line): boolean => Boolean(added) && !name.trim() && !unit.trim();

interface MaterialsProps {
  order: WorkOrder;
  editable: boolean;
}

type Used = Pick<WorkOrder, "materialsUsed">;

const AS_LINES = {
  name: "materialsUsed",
  fields: ({ materialsUsed }: WorkOrder): Used => ({ materialsUsed }),
  read: ({ materialsUsed }: Used): Line[] =>
    materialsUsed.map(({ name, quantity, unit }, key) => ({ key, name, quantity: String(quantity), unit: unit ?? "" })),
  write: (lines: Line[]): Used => ({
    materialsUsed: lines
      .filter((line) => !isBlank(line))
      .map(({ name, quantity, unit }) => ({
        name: name.trim(),
        quantity: Number(quantity),
        unit: unit.trim() || null,
      })),
  }),
};

/** What is wrong with a row, or nothing. */
function faultOf(line: Line): string | null {
  const { name, quantity } = line;
  if (isBlank(line)) return null;
  if (!name.trim()) return "Each material needs a name.";
  const amount = Number(quantity);
  return quantity.trim() && amount >= 0 && amount <= 1_000_000
    ? null
    : "Quantities must be numbers from 0 to 1,000,000.";
}

function Fixed({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="grid gap-1">
      {lines.map(({ key, name, quantity, unit }) => (
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

interface LineFieldsProps {
  line: Line;
  number: number;
  onChange: (line: Line) => void;
  onRemove: () => void;
}

function LineFields({ line, number, onChange, onRemove }: LineFieldsProps) {
  const field = (name: "name" | "quantity" | "unit") => ({
    value: line[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...line, [name]: event.currentTarget.value }),
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem_5rem_auto] items-center gap-2">
      {/* A row without a name has just been added. */}
      <Input
        aria-label={`Material ${number}`}
        placeholder="Material"
        maxLength={200}
        autoFocus={!line.name}
        {...field("name")}
      />
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
function putBack(lines: Line[], line: Line, place: number): Line[] {
  if (lines.some(({ key }) => key === line.key)) return lines;
  return [...lines.slice(0, place), line, ...lines.slice(place)];
}

export function Materials({ order, editable }: MaterialsProps) {
  const { typed: shown, type, changed, saving, conflict, choose, save } = useOrderPart(order, AS_LINES);
  if (!editable) {
    return (
      <Section title="Materials used">
        {changed && <NotSaved />}
        <Fixed lines={shown} />
      </Section>
    );
  }
  const fault = changed && shown.map(faultOf).find(Boolean);
  const add = () => {
    const key = Math.max(-1, ...shown.map((line) => line.key)) + 1;
    type([...shown, { key, name: "", quantity: "1", unit: "", added: true }]);
  };
  function remove(line: Line, place: number) {
    type(shown.filter(({ key }) => key !== line.key));
    const undo = () => type((now) => putBack(now ?? shown, line, place));
    notify("Material removed", line.name.trim() || undefined, { label: "Undo", act: undo });
  }
  return (
    <Section title="Materials used">
      <div className="grid gap-3">
        <ul className="grid gap-2">
          {shown.map((line, index) => (
            <LineFields
              key={line.key}
              line={line}
              number={index + 1}
              onChange={(next) => type(shown.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => remove(line, index)}
            />
          ))}
        </ul>
        <Fault role="alert">{fault}</Fault>
        <ConflictAlert conflict={conflict} choose={choose} />
        <div className="flex flex-wrap justify-between gap-3">
          <Button variant="outline" className="min-h-12" disabled={shown.length >= 100} onClick={add}>
            <Plus aria-hidden />
            Add Material
          </Button>
          {changed && !conflict && (
            <Button className="min-h-12" disabled={Boolean(fault)} busy={saving} onClick={save}>
              {saving ? "Saving..." : "Save Materials"}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
