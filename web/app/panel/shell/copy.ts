// Copies a text for the person to put somewhere else, and says how that went.
import { notify, notifyError } from "~/ui/toast";

/** `what` is what it is called, such as "link". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify("Copied");
  } catch {
    notifyError("Error", `The ${what} could not be copied. Select it and copy it yourself.`);
  }
}
