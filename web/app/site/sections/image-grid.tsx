// Pictures in two, three or four columns; the category shows on hover and on focus, and always where there is no hover.
import type { MouseEvent, ReactNode } from "react";
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
  /** Where the picture is seen larger, and what shows it on this page instead. */
  large?: { href: string; open: () => void };
  children: ReactNode;
}

export function ImageTile({ category, caption, large, children }: TileProps) {
  return (
    <li className="until-near [--near-height:18.5rem]">
      <figure {...(!large && { tabIndex: 0 })} className="group relative">
        {large ? <Enlarging {...large}>{children}</Enlarging> : <Frame>{children}</Frame>}
        <Badge className="tile-badge absolute top-3 left-3">{category}</Badge>
        {caption && <figcaption className="mt-2 text-small text-muted">{caption}</figcaption>}
      </figure>
    </li>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="overflow-hidden rounded-media">{children}</div>
);

/** A link to the picture itself, where no script opens it. */
function Enlarging({ href, open, children }: { href: string; open: () => void; children: ReactNode }) {
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  }
  return (
    <a href={href} onClick={press} className="block overflow-hidden rounded-media">
      {children}
    </a>
  );
}
