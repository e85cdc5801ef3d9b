// Says that a list shows what one import made, and shows all of it again.
import { Button } from "~/ui/button";

export function OfImport({ clear }: { clear: () => void }) {
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
      Only what one import made is shown.
      <Button size="small" variant="outline" onClick={clear}>
        Show All
      </Button>
    </p>
  );
}
