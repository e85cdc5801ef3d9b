// One's own visits as a screen reads them: what the server last said, with what is on its way to it. Both are kept on this device, so
// that the day is there without a network too.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { queries } from "~/api/queries";
import { takeAtHand } from "~/offline/at-hand";
import type { KeptRows } from "~/offline/database";
import { keepPictures, keepRows, keptRows } from "~/offline/own-rows";
import { useClock } from "~/ui/clock";
import { useUser } from "../../user/user";
import { applied } from "./applied";
import { subscribe, type WaitingPhoto, waiting } from "./operations";
import { aheadNow, believeAhead, nowThere, type OwnVisit, ownVisits } from "./own-visit";
import { picturesOf } from "./pictures";

function beginAtHand(person: string): KeptRows | undefined {
  const kept = takeAtHand(person);
  if (kept) believeAhead(kept.ahead ?? 0);
  return kept;
}

/** Milliseconds after which a phone that is taken out of the pocket asks again. */
const FRESH = 60_000;

const useWaiting = () => useSyncExternalStore(subscribe, waiting, waiting);

async function listAndKeep(person: string): Promise<OwnVisit[]> {
  const visits = await ownVisits.list();
  void keepRows(person, visits, aheadNow()).then(() => keepPictures(person, picturesOf(visits)));
  return visits;
}

/** Until the server answers the day stands as it was kept. Where it was found after the server had failed to answer, it is asked once more: what
 * was kept is no answer, and must not pass for one. */
async function beginWithKept(person: string): Promise<void> {
  const kept = await keptRows(person);
  if (!kept || queries.getQueryData(ownVisits.key)) return;
  believeAhead(kept.ahead ?? 0);
  const hasFailed = queries.getQueryState(ownVisits.key)?.status === "error";
  queries.setQueryData(ownVisits.key, kept.rows as OwnVisit[], { updatedAt: Date.parse(kept.at) });
  if (hasFailed) await queries.refetchQueries({ queryKey: ownVisits.key });
}

export interface OwnDayQuery {
  /** Undefined until they are known. */
  visits: OwnVisit[] | undefined;
  /** The day that it is there, whatever day this device believes in. */
  today: string;
  /** When the server said so, where it does not answer now; else null. */
  asOf: string | null;
  failed: boolean;
  refreshing: boolean;
  refresh: () => void;
}

export function useOwnDay(): OwnDayQuery {
  const { operations } = useWaiting();
  const { id: person } = useUser();
  const [begun] = useState(() => beginAtHand(person));
  const today = useClock().dayIn(0, nowThere());
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery({
    queryKey: ownVisits.key,
    queryFn: () => listAndKeep(person),
    ...(begun && {
      initialData: begun.rows as OwnVisit[],
      initialDataUpdatedAt: Date.parse(begun.at),
      refetchOnMount: "always",
    }),
    staleTime: FRESH,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
  useEffect(() => void beginWithKept(person), [person]);
  const visits = useMemo(
    () => data?.map((visit) => operations.filter((one) => one.visit === visit.id).reduce(applied, visit)),
    [data, operations],
  );
  // While it is asked for the first time, what was kept is as old as it is; afterwards the last failure says so.
  const old = data !== undefined && (isError || (isFetching && Date.now() - dataUpdatedAt > FRESH));
  return {
    visits,
    today,
    asOf: old ? new Date(dataUpdatedAt).toISOString() : null,
    failed: isError && !data,
    refreshing: isFetching,
    refresh: () => void refetch(),
  };
}

/** Photos of a visit that the server does not have yet. */
export function useWaitingPhotos(visit: string): WaitingPhoto[] {
  const { photos } = useWaiting();
  return useMemo(() => photos.filter((photo) => photo.visit === visit), [photos, visit]);
}
