// What was used, line by line: more or less of it by a press, one more line, and a line taken away and put back.

import { Minus, Plus, Trash2, Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { newKey } from "~/api/idempotency";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";

type Line = NonNullable<OwnVisit["materialsUsed"]>[number];

const FAULTY = "Enter a number from 0 to 1,000,000.";
const MOST_LINES = 100;
const MOST = 1_000_000;
/** Milliseconds of rest after which several presses are one change. */
const REST = 900;

const quantityOf = (typed: string): number | null => {
  const quantity = Number(typed.replace(",", "."));
  return typed.trim() !== "" && quantity >= 0 && quantity <= MOST ? quantity : null;
};

const baseOf = ({ name, quantity, unit }: Line) => ({ name, quantity, unit });

/** Saves what waits when the page is left or hidden. The browser's question gives the device the time to write it down. */
function useSavedAtLeave(waits: boolean, save: RefObject<() => void>) {
  useEffect(() => {
    if (!waits) return;
    const leave = (event: Event) => {
      save.current();
      if (event.type === "beforeunload") event.preventDefault();
    };
    const ways = ["beforeunload", "pagehide", "visibilitychange"];
    for (const way of ways) window.addEventListener(way, leave, { capture: true });
    return () => {
      for (const way of ways) window.removeEventListener(way, leave, { capture: true });
    };
  }, [waits, save]);
}

/** The quantity as it is typed or pressed. What is pressed is saved once the hand rests, what is typed once it goes elsewhere, also from the page;
 * what is no quantity stays as it is typed. */
function useQuantity(line: Line, save: (quantity: number) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isFaulty, setFaulty] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useRef(() => {});
  flush.current = () => {
    clearTimeout(timer.current);
    if (typed === null) return;
    const quantity = quantityOf(typed);
    if (quantity === null) return setFaulty(true);
    if (quantity !== line.quantity) save(quantity);
    setTyped(null);
  };
  useEffect(() => () => flush.current(), []);
  useSavedAtLeave(typed !== null, flush);
  const type = (text: string) => {
    clearTimeout(timer.current);
    setTyped(text);
    setFaulty(false);
  };
  return {
    typed: typed ?? String(line.quantity),
    isFaulty,
    type,
    press: (quantity: number) => {
      type(String(quantity));
      timer.current = setTimeout(() => flush.current(), REST);
    },
    flush: () => flush.current(),
  };
}

interface LineProps {
  line: Line;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

function Used({ line, onQuantity, onRemove }: LineProps) {
  const { typed, isFaulty, type, press, flush } = useQuantity(line, onQuantity);
  const quantity = quantityOf(typed) ?? line.quantity;
  const step = (by: number) => press(Math.max(0, Math.min(MOST, quantity + by)));
  return (
    <li className="grid gap-2 border-hairline border-b pb-3">
      <p className="wrap-anywhere font-semibold text-base">{line.name}</p>
      <div className="flex items-center gap-2">
        <Button
          variant="outline"
          size="icon"
          className="size-14"
          aria-label={`One less ${line.name}`}
          onClick={() => step(-1)}
        >
          <Minus aria-hidden />
        </Button>
        <Input
          aria-label={`Quantity of ${line.name}`}
          inputMode="decimal"
          className="min-h-14 min-w-0 flex-1 px-1 text-center text-h4 tabular-nums"
          value={typed}
          aria-invalid={isFaulty || undefined}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={flush}
        />
        <Button
          variant="outline"
          size="icon"
          className="size-14"
          aria-label={`One more ${line.name}`}
          onClick={() => step(1)}
        >
          <Plus aria-hidden />
        </Button>
        <span className="min-w-8 text-base">{line.unit}</span>
        <Button variant="quiet" size="icon" className="size-14" aria-label={`Remove ${line.name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Fault role="alert">{isFaulty && FAULTY}</Fault>
    </li>
  );
}

function Removed({ line, onBack }: { line: Line; onBack: () => void }) {
  return (
    <li className="flex items-center justify-between gap-3 border-hairline border-b pb-3">
      <p className="min-w-0 wrap-anywhere text-base text-muted">
        <s>{line.name}</s> removed
      </p>
      <Button variant="outline" className="min-h-14" onClick={onBack}>
        <Undo2 aria-hidden />
        Undo
      </Button>
    </li>
  );
}

const NONE = { name: "", quantity: "1", unit: "" };

interface NewLineProps {
  visitId: string;
  onAdd: (line: Line) => void;
}

function NewLine({ visitId, onAdd }: NewLineProps) {
  const { typed, type, change } = useTyped(`material of visit ${visitId}`, NONE);
  const { name, quantity, unit } = typed;
  const first = useRef<HTMLInputElement>(null);
  const counted = quantityOf(quantity);
  function add() {
    if (!name.trim() || counted === null) return;
    onAdd({ id: newKey(), name: name.trim(), quantity: counted, unit: unit.trim() || null });
    type(NONE);
    first.current?.focus();
  }
  return (
    <FormElement aria-label="Another material" className="grid grid-cols-2 gap-2" onSubmit={add}>
      <Input
        ref={first}
        aria-label="Material"
        placeholder="Material"
        className="col-span-2 min-h-14"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Input
        aria-label="Quantity"
        placeholder="Quantity"
        inputMode="decimal"
        className="min-h-14"
        value={quantity}
        onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
      />
      <Input
        aria-label="Unit"
        placeholder="Unit, such as ft"
        className="min-h-14"
        maxLength={40}
        value={unit}
        onChange={({ currentTarget }) => change({ unit: currentTarget.value })}
      />
      <SubmitButton variant="outline" className="col-span-2 min-h-14" disabled={!name.trim() || counted === null}>
        <Plus aria-hidden />
        Add Material
      </SubmitButton>
    </FormElement>
  );
}

export function Materials({ visit }: { visit: OwnVisit }) {
  const lines = visit.materialsUsed ?? [];
  const [removed, setRemoved] = useState<Line[]>([]);
  const gone = removed.filter(({ id }) => !lines.some((line) => line.id === id));
  const put = (line: Line, base: Line | null) =>
    void operate(visit, { materials: [{ ...line, base: base && baseOf(base) }] });
  function remove(line: Line) {
    setRemoved((all) => [...all.filter(({ id }) => id !== line.id), line]);
    void operate(visit, { materials: [{ id: line.id, removed: true, base: baseOf(line) }] });
  }
  return (
    <Part title="Materials" told={lines.length > 0 ? lines.length : "None yet"} startsOpen={false}>
      {lines.length + gone.length > 0 && (
        <ul aria-label="Materials used" className="grid gap-3">
          {lines.map((line) => (
            <Used
              key={line.id}
              line={line}
              onQuantity={(quantity) => put({ ...line, quantity }, line)}
              onRemove={() => remove(line)}
            />
          ))}
          {gone.map((line) => (
            <Removed key={line.id} line={line} onBack={() => put(line, null)} />
          ))}
        </ul>
      )}
      {lines.length < MOST_LINES && <NewLine visitId={visit.id} onAdd={(line) => put(line, null)} />}
    </Part>
  );
}
