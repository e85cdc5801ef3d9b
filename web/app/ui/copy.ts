// Copies a text for the person to put somewhere else, and tells them how that went.
import { notify, notifyError } from "./toast";

/** `what` is what it is called, such as "link". Gives whether it was copied. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify("Copied");
    return true;
  } catch {
    notifyError("Error", `The ${what} could not be copied. Select it and copy it yourself.`);
    return false;
  }
}
