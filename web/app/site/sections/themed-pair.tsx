// One view by day and by night: which of them is seen follows the theme of the page.
import type { Scene } from "../content/scenes";
import { Rendered } from "./rendered";

export function ThemedPair({ day, night, sizes }: { day: Scene; night: Scene; sizes: string }) {
  const picture =
    "absolute inset-0 size-full object-cover transition-opacity duration-[320ms] motion-reduce:transition-none";
  return (
    <div className="relative aspect-photo overflow-hidden rounded-media">
      <Rendered scene={day} sizes={sizes} className={`${picture} dark:opacity-0`} />
      <Rendered scene={night} sizes={sizes} decorative className={`${picture} opacity-0 dark:opacity-100`} />
    </div>
  );
}
