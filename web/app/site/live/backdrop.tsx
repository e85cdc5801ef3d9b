// The house as a quiet ground behind a dialog: in the light that the visitor has chosen on this page, held still.
import { House, useShow } from "./house";
import type { Scheme } from "./schemes";

export default function Backdrop({ scheme }: { scheme: Scheme }) {
  return <House {...useShow({ ...scheme, effect: "steady" })} sizes="100vw" decorative />;
}
