// A row of a list follows the pointer to another place, from the press on its handle on. Escape leaves everything as it was.
interface DragRows {
  /** The rows of the list, in order. */
  rows: HTMLElement[];
  row: HTMLElement;
  /** Puts the row at a place, from 1 on. */
  drop: (place: number) => void;
}

/** The mark on the row that the dragged one would push away. */
const OVER = "over";

export function dragRow(press: PointerEvent, { rows, row, drop }: DragRows): void {
  const ends = new AbortController();
  const on = { signal: ends.signal };
  const from = rows.indexOf(row);
  let to = from;
  row.dataset.lifted = "";

  function point(y: number) {
    const below = rows.findIndex((one) => y < one.getBoundingClientRect().bottom);
    delete rows[to]?.dataset[OVER];
    to = below < 0 ? rows.length - 1 : below;
    const one = rows[to];
    if (one && to !== from) one.dataset[OVER] = to < from ? "before" : "after";
  }
  function end() {
    ends.abort();
    delete row.dataset.lifted;
    delete rows[to]?.dataset[OVER];
  }
  addEventListener("pointermove", ({ pointerId, clientY }) => pointerId === press.pointerId && point(clientY), on);
  addEventListener(
    "pointerup",
    ({ pointerId }) => {
      if (pointerId !== press.pointerId) return;
      end();
      if (to !== from) drop(to + 1);
    },
    on,
  );
  addEventListener("pointercancel", end, on);
  addEventListener("keydown", ({ key }) => key === "Escape" && end(), { ...on, capture: true });
}
