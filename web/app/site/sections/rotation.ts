// The rules of a carousel that moves by itself: when it turns, and what makes it stop.
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

const INTERVAL = 5000;

const query = "(prefers-reduced-motion: reduce)";

function watchMotion(changed: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

function watchTab(changed: () => void) {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Still until the browser has taken over, so that the first render is the same everywhere. */
const useStill = () =>
  useSyncExternalStore(
    watchMotion,
    () => matchMedia(query).matches,
    () => true,
  );
const useTabHidden = () =>
  useSyncExternalStore(
    watchTab,
    () => document.hidden,
    () => true,
  );

/** Turns through `count` slides, round and round. A visitor who chooses a slide or moves the focus inside stops it for good. */
export function useRotation(count: number, autoPlay: boolean) {
  const [index, setIndex] = useState(0);
  const [wanted, setWanted] = useState(autoPlay);
  const [hovered, setHovered] = useState(false);
  const still = useStill();
  const tabHidden = useTabHidden();
  const playing = wanted && !still;
  const turning = playing && !hovered && !tabHidden && count > 1;

  useEffect(() => {
    if (!turning) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), INTERVAL);
    return () => clearTimeout(timer);
  }, [turning, index, count]);

  const show = useCallback(
    (slide: number) => {
      setWanted(false);
      setIndex((slide + count) % count);
    },
    [count],
  );
  return { index, playing, turning, show, setPlaying: setWanted, setHovered, still };
}
