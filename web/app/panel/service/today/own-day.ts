// One's own visits as a screen reads them: what the server last said, with what is on its way to it.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { applied, subscribe, type WaitingPhoto, waiting } from "./operations";
import { type OwnVisit, ownVisits } from "./own-visit";

/** Milliseconds after which a phone that is taken out of the pocket asks again. */
const FRESH = 60_000;

const useWaiting = () => useSyncExternalStore(subscribe, waiting, waiting);

export interface OwnDayQuery {
  /** Undefined until they are known. */
  visits: OwnVisit[] | undefined;
  failed: boolean;
  refreshing: boolean;
  refresh: () => void;
}

export function useOwnDay(): OwnDayQuery {
  const { operations } = useWaiting();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ownVisits.key,
    queryFn: ownVisits.list,
    staleTime: FRESH,
    refetchOnWindowFocus: true,
  });
  const visits = useMemo(
    () => data?.map((visit) => operations.filter((one) => one.visit === visit.id).reduce(applied, visit)),
    [data, operations],
  );
  return { visits, failed: isError && !data, refreshing: isFetching, refresh: () => void refetch() };
}

/** Photos of a visit that the server does not have yet. */
export function useWaitingPhotos(visit: string): WaitingPhoto[] {
  const { photos } = useWaiting();
  return useMemo(() => photos.filter((photo) => photo.visit === visit), [photos, visit]);
}
