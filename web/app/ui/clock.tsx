// By which clock the moments of a part of the page are told: the browser's own unless a place is named around it.
import { createContext, type ReactNode, useContext } from "react";
import { type Clock, clockOf } from "~/lib/clock";

const Zone = createContext<string | undefined>(undefined);

interface ClockInProps {
  /** An IANA zone; without one the clock stays that of the part around. */
  timeZone: string | undefined;
  children: ReactNode;
}

export function ClockIn({ timeZone, children }: ClockInProps) {
  const around = useContext(Zone);
  return <Zone value={timeZone ?? around}>{children}</Zone>;
}

export const useClock = (): Clock => clockOf(useContext(Zone));
