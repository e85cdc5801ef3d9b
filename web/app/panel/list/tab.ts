// Which part of a screen is open, in the address. The filters stay: going to another part and back shows the same list.
import { useSearchParams } from "wouter";

export function useTab<Name extends string>(first: Name, ...others: Name[]): [Name, (name: string) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = others.find((name) => name === search.get("tab")) ?? first;
  const open = (name: string) =>
    setSearch((was) => {
      const next = new URLSearchParams(was);
      for (const gone of ["tab", "id", "new"]) next.delete(gone);
      if (name !== first) next.set("tab", name);
      return next;
    });
  return [tab, open];
}
