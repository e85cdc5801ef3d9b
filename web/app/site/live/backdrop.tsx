// The house as a quiet ground behind a dialog: in the light that the visitor has chosen on this page, held still.

import type { Scheme } from "~/lib/schemes";
import { House, useShow } from "./house";

export default function Backdrop({ scheme }: { scheme: Scheme }) {
  return <House {...useShow({ ...scheme, effect: "steady" })} sizes="100vw" decorative />;
}
