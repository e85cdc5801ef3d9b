// Where the focus goes: into what has just been opened; and when the row that had it leaves its list, to the next row, or to the one
// before where there is none.

const ROW = "li, tr";
/** What lies over a row and belongs to it while it is open; and notices, which take the focus for a moment. */
const OVER = "[role=menu], [role=dialog], [role=alertdialog], [data-toasts]";

/** What may take the focus on opening: what says so, the first field, or the heading. */
const STARTS = ["[data-start]", "input, select, textarea", "h2"];

/** Focuses the first of these that can take it: some fields are there for the browser alone. */
export function focusFirst(opened: HTMLElement): void {
  for (const start of STARTS)
    for (const stop of opened.querySelectorAll<HTMLElement>(start)) {
      stop.focus();
      if (document.activeElement === stop) return;
    }
}

/** By a row that is gone, the one that took its place. */
const heirs = new WeakMap<Element, Element>();
/** By what had the focus, the rows that it was in, the innermost first: once it is gone nobody can tell. */
const rowsOf = new WeakMap<Element, Element[]>();
/** Where somebody was last, as long as that is in a row or in what a row opened. */
let last: Element | null = null;

const isElement = (node: unknown): node is Element => node instanceof Element;

/** What stands in place of a row by now. */
function standing(row: Element | undefined): Element | undefined {
  return !row || row.isConnected ? row : standing(heirs.get(row));
}

/** The first thing to press where an element was that is gone. */
export function nextStop(gone: Element): HTMLElement | null {
  const row = rowsOf.get(gone)?.map(standing).find(Boolean);
  return row?.querySelector<HTMLElement>("a[href], button:enabled") ?? null;
}

function remember({ target }: Event): void {
  if (!isElement(target) || target.closest(OVER)) return;
  const rows: Element[] = [];
  for (let row = target.closest(ROW); row; row = row.parentElement?.closest(ROW) ?? null) rows.push(row);
  rowsOf.set(target, rows);
  last = rows.length > 0 ? target : null;
}

function inherit(records: MutationRecord[]): void {
  for (const { removedNodes, previousSibling, nextSibling } of records) {
    for (const row of removedNodes) {
      const heir = nextSibling ?? previousSibling?.nextSibling ?? previousSibling;
      if (isElement(row) && row.matches(ROW) && isElement(heir)) heirs.set(row, heir);
    }
  }
  if (last?.isConnected === false && document.activeElement === document.body) nextStop(last)?.focus();
}

/** Keeps the focus in lists; gives what ends it. */
export function keepFocusInLists(): () => void {
  const observer = new MutationObserver(inherit);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ["focusin", "pointerdown"]) document.addEventListener(event, remember, true);
  return () => {
    observer.disconnect();
    for (const event of ["focusin", "pointerdown"]) document.removeEventListener(event, remember, true);
  };
}
