// While Today is shown the whole panel is easier to read and to press: contrast of 7 to 1, and targets for gloves (staff.css).
import { useLayoutEffect } from "react";

export function useSunlight(): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("sunlit");
    return () => classList.remove("sunlit");
  }, []);
}
