// The rule of a form's branch: where none is chosen, none is sent, and the server takes one's own.
import { pipe, string, transform } from "valibot";

export const chosenBranch = () =>
  pipe(
    string(),
    transform((id) => id || undefined),
  );
