// Pictures in two, three or four columns; the category shows on hover and on focus, and always where there is no hover.
import type { ReactNode } from "react";
import { Badge } from "~/ui/badge";
import { classes } from "~/ui/classes";

const COLUMNS = {
  2: "sm:grid-cols-2",
  3: "grid-cols-2 lg:grid-cols-3",
  4: "min-[30rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4",
};

/** The width of one picture, for the sizes attribute; a phone with one column says less, and gets a smaller file. */
export const TILE_SIZES = {
  2: "(min-width: 1248px) 588px, (min-width: 640px) 48vw, 92vw",
  3: "(min-width: 1248px) 384px, (min-width: 1024px) 31vw, 48vw",
  4: "(min-width: 1248px) 282px, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, (min-width: 480px) 46vw, 60vw",
};

interface ImageGridProps {
  columns: 2 | 3 | 4;
  busy?: boolean;
  className?: string;
  children: ReactNode;
}

export function ImageGrid({ columns, busy, className, children }: ImageGridProps) {
  return (
    <ul aria-busy={busy} className={classes("grid gap-3 md:gap-6", COLUMNS[columns], className)}>
      {children}
    </ul>
  );
}

interface TileProps {
  category: string;
  /** Under the picture. */
  caption?: ReactNode;
  children: ReactNode;
}

export function ImageTile({ category, caption, children }: TileProps) {
  return (
    <li className="until-near [--near-height:18.5rem]">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the badge must be reachable without a pointer */}
      <figure tabIndex={0} className="group relative">
        <div className="overflow-hidden rounded-media">{children}</div>
        <Badge className="tile-badge absolute top-3 left-3">{category}</Badge>
        {caption && <figcaption className="mt-2 text-small text-muted">{caption}</figcaption>}
      </figure>
    </li>
  );
}
