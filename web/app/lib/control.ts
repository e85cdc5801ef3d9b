/** A control of a form. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a person put into it; nothing is an empty text, or false. A box has a value whether or not it is checked. */
export const saidIn = (control: Control): string | boolean =>
  control.type === "checkbox" ? (control as HTMLInputElement).checked : control.value;
