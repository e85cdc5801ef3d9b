// The first fault of a form, shown.

const FIELD = "input:not([type=hidden]), select, textarea, button";

/** Scrolls to the first field that is at fault and puts the focus there; where none is, to what the form says of the attempt. */
export function showFirstFault(form: HTMLFormElement) {
  const fault = form.querySelector("[data-fault], [aria-invalid=true]");
  const shown = fault ?? form.querySelector("[role=alert]:not(:empty)");
  const group = fault?.closest("[data-slot=field], fieldset");
  const field = fault?.matches(FIELD) ? fault : group?.querySelector(FIELD);
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  // Not left to the focus: a field that has it already would stay where it is, out of sight.
  for (const part of [group, shown]) {
    if (!(part instanceof HTMLElement)) continue;
    part.style.scrollMargin = "1rem"; // it does not touch the edge
    part.scrollIntoView({ block: "nearest" });
  }
}
