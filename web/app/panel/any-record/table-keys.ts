// The keys of a table, while the focus is in it: arrows go from row to row, x and Space tick, with Shift a whole range, Enter
// opens, Escape takes all ticks away.
import type { KeyboardEvent } from "react";
import { drawNow } from "../list/chunks";
import type { Ticking } from "./bulk/ticking";

/** The look of a box that ticks a row. */
export const TICK = "block size-5 cursor-pointer accent-(--color-primary)";

const rowOf = (element: Element) => element.closest<HTMLElement>("tr[data-id]");

const box = (row: Element) => row.querySelector<HTMLElement>("input[type=checkbox]");

/** What opens the record of a row: its name, or the button at its end. */
const opener = (row: Element) =>
  row.querySelector<HTMLElement>("td[data-title] :is(a, button)") ??
  row.querySelector<HTMLElement>("td:last-child :is(a, button)");

/** The first row of a chunk, or the last; a chunk that is not drawn is drawn for it. */
function edge(chunk: Element | null | undefined, first: boolean): HTMLElement | undefined {
  if (!chunk) return undefined;
  drawNow(chunk);
  return [...chunk.querySelectorAll<HTMLElement>("tr[data-id]")].at(first ? 0 : -1);
}

/** The row of the list below or above; from the table itself the first or the last. */
function neighbor(table: Element, row: Element | null, down: boolean): HTMLElement | undefined {
  if (!row) return edge([...table.querySelectorAll("tbody")].at(down ? 0 : -1), down);
  const next = down ? row.nextElementSibling : row.previousElementSibling;
  if (next) return next as HTMLElement;
  const chunk = row.parentElement;
  return edge(down ? chunk?.nextElementSibling : chunk?.previousElementSibling, down);
}

export function useTableKeys(ticking: Ticking | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target !== event.currentTarget && !target.closest("tbody")) return;
    const row = rowOf(target);
    const onBox = target.matches("input[type=checkbox]");
    const id = row?.dataset.id;

    function move(down: boolean): boolean {
      const next = neighbor(event.currentTarget, row, down);
      if (!next) return false;
      const stop = (onBox || !row ? box(next) : null) ?? opener(next);
      stop?.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
      if (event.shiftKey && ticking && next.dataset.id) ticking.extend(id ?? null, next.dataset.id);
      return true;
    }
    /** Whether the key meant something here. */
    function act(key: string): boolean {
      switch (key) {
        case "ArrowDown":
        case "ArrowUp":
          return move(key === "ArrowDown");
        case "x":
        case "X":
          if (id) ticking?.tick(id, event.shiftKey);
          return Boolean(id && ticking);
        case "Enter":
          if (onBox && row) opener(row)?.click();
          return onBox;
        case "Escape":
          if (!ticking?.some) return false;
          ticking.clear();
          return true;
        default:
          return false;
      }
    }
    if (act(event.key)) event.preventDefault();
  };
}
