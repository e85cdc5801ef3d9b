// Which part of a screen is open, in the address. The filters stay: going to another part and back shows the same list.
import { useSearchParams } from "wouter";

type Part<Name> = [Name, (name: string) => void];

function usePart<Name extends string>(kind: "tab" | "view", first: Name, others: Name[]): Part<Name> {
  const [search, setSearch] = useSearchParams();
  const part = others.find((name) => name === search.get(kind)) ?? first;
  const open = (name: string) =>
    setSearch((was) => {
      const next = new URLSearchParams(was);
      for (const gone of [kind, "id", "new"]) next.delete(gone);
      if (name !== first) next.set(kind, name);
      return next;
    });
  return [part, open];
}

export const useTab = <Name extends string>(first: Name, ...others: Name[]) => usePart("tab", first, others);

/** The same records otherwise, or others of the same people. */
export const useView = <Name extends string>(first: Name, ...others: Name[]) => usePart("view", first, others);
