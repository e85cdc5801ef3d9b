// The filter of a list by one import: says that it is set, and takes it away.
import { Button } from "~/ui/button";
import { useFilters } from "../list/filters";

const RULES = { import: "text" } as const;

export function useImportFilter(): [string, (id: string) => void] {
  const { filters, setFilter } = useFilters(RULES);
  return [filters.import, (id) => setFilter("import", id)];
}

export function OfImport() {
  const [id, narrow] = useImportFilter();
  if (!id) return null;
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
      Only what one import made is shown.
      <Button size="small" variant="outline" onClick={() => narrow("")}>
        Show All
      </Button>
    </p>
  );
}
