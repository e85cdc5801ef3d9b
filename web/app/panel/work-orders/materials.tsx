// What was used: name, quantity and unit, row by row.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import type { WorkOrder } from "./queries";
import { Section, useSave } from "./section";

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

const draftsOf = ({ materialsUsed }: WorkOrder): Draft[] =>
  materialsUsed.map(({ name, quantity, unit }, key) => ({ key, name, quantity: String(quantity), unit: unit ?? "" }));

/** What is wrong with a row, or nothing. */
function faultOf({ name, quantity }: Draft): string | null {
  if (!name.trim()) return "Each material needs a name.";
  const amount = Number(quantity);
  return quantity.trim() && amount >= 0 && amount <= 1_000_000 ? null : "Quantities are numbers from 0 to 1,000,000.";
}

function Fixed({ order }: { order: WorkOrder }) {
  if (order.materialsUsed.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="grid gap-1">
      {draftsOf(order).map(({ key, name, quantity, unit }) => (
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

export function Materials({ order, editable }: MaterialsProps) {
  const [drafts, setDrafts] = useState<Draft[] | null>(null);
  const { saving, save } = useSave(order);
  useUnsavedGuard(drafts !== null);
  if (!editable) {
    return (
      <Section title="Materials used">
        <Fixed order={order} />
      </Section>
    );
  }
  const shown = drafts ?? draftsOf(order);
  const fault = drafts?.map(faultOf).find(Boolean);
  const add = () =>
    setDrafts([...shown, { key: Math.max(-1, ...shown.map(({ key }) => key)) + 1, name: "", quantity: "1", unit: "" }]);
  async function keep() {
    const materialsUsed = shown.map(({ name, quantity, unit }) => ({
      name: name.trim(),
      quantity: Number(quantity),
      unit: unit.trim() || null,
    }));
    if (await save({ materialsUsed })) setDrafts(null);
  }
  return (
    <Section title="Materials used">
      <ul className="grid gap-2">
        {shown.map((draft, index) => (
          <Line
            key={draft.key}
            draft={draft}
            number={index + 1}
            onChange={(next) => setDrafts(shown.map((row) => (row.key === next.key ? next : row)))}
            onRemove={() => setDrafts(shown.filter((row) => row.key !== draft.key))}
          />
        ))}
      </ul>
      {fault && (
        <p role="alert" className="font-semibold text-danger text-small">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="outline" className="min-h-12" disabled={shown.length >= 100} onClick={add}>
          <Plus aria-hidden />
          Add Material
        </Button>
        {drafts && (
          <Button className="min-h-12" disabled={saving || Boolean(fault)} onClick={keep}>
            {saving ? "Saving..." : "Save Materials"}
          </Button>
        )}
      </div>
    </Section>
  );
}
