// The clocks of the panel: a record is told by that of its branch, what belongs to no branch by that of the reader's own
// (product.md, rule 63).
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { ClockIn } from "~/ui/clock";
import { useUser } from "../user/user";
import { useBranchList } from "./queries";

const Zones = createContext<ReadonlyMap<string, string>>(new Map());

/** Around everything: the reader's own clock, known from the start, and those of the branches in scope. */
export function ReaderClock({ children }: { children: ReactNode }) {
  const { homeBranchId, homeTimeZone, role } = useUser();
  const { data } = useBranchList(role !== null);
  const zones = useMemo(() => new Map(data?.map(({ id, timeZone }) => [id, timeZone])), [data]);
  // What was set in Settings a moment ago is known from the list first.
  const own = homeBranchId === null ? undefined : (zones.get(homeBranchId) ?? homeTimeZone);
  return (
    <Zones value={zones}>
      <ClockIn timeZone={own}>{children}</ClockIn>
    </Zones>
  );
}

interface BranchClockProps {
  branchId: string | null | undefined;
  children: ReactNode;
}

/** Around what is told of a record. */
export function BranchClock({ branchId, children }: BranchClockProps) {
  const zones = useContext(Zones);
  return <ClockIn timeZone={branchId ? zones.get(branchId) : undefined}>{children}</ClockIn>;
}
