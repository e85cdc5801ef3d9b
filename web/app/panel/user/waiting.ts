// How much waits for the person who is signed in. The panel asks once a minute while it is seen; nobody stays signed in by that.
import { useQuery } from "@tanstack/react-query";
import { api, BY_ITSELF, bodyOf, type Schemas } from "~/api/client";

export type Waiting = Schemas["Bell"];

const PATH = "/api/panel/bell";
/** More does not fit beside what is counted, and is not counted. */
const MANY = 99;
/** Milliseconds. */
const MINUTE = 60_000;

const asked = { queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH, { headers: { [BY_ITSELF]: "yes" } })) };

/** What waits, as the bell last asked; undefined until it is known, and for those who have no bell. */
export const useWaiting = (): Waiting | undefined => useQuery({ ...asked, enabled: false }).data;

/** Asks once a minute while the tab is seen. Stands in one place, so that nobody asks more often. */
export const useAskingWhatWaits = () => useQuery({ ...asked, refetchInterval: MINUTE });

export const counted = (count: number): string => (count > MANY ? `${MANY}+` : String(count));
