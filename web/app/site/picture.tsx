// A rendered picture of the site by its name: AVIF where the browser takes it, JPEG elsewhere, in the width that fits.
// Before a picture exists its place is a plain surface, so that a page can be built before the picture is there.
import { classes } from "~/ui/classes";
import pictures from "./content/pictures.json";
import type { Scene } from "./content/scenes";

interface Encoded {
  width: number;
  height: number;
  widths: number[];
  /** The mean color, shown while the picture loads. */
  color: string;
}

const manifest: Record<string, Encoded> = pictures;

/** Everything that is known about a picture, or undefined while it is not there. */
const encoded = (name: string): Encoded | undefined => manifest[name];

const addresses = (name: string, type: "avif" | "jpg", { widths }: Encoded) =>
  widths.map((width) => `/img/${name}-${width}.${type} ${width}w`).join(", ");

interface PictureProps {
  name: Scene | `${Scene}-portrait`;
  /** What the picture shows; empty where the text beside it says the same. */
  alt: string;
  /** How wide the picture is drawn, as in the `sizes` attribute. */
  sizes: string;
  /** Set for the one picture that is in view first. */
  eager?: boolean;
  /** A picture in upright format for narrow upright windows. */
  portrait?: string;
  /** The ratio of the surface while the picture is missing. */
  ratio?: string;
  className?: string;
}

export function Picture({ name, alt, sizes, eager = false, portrait, ratio = "4 / 3", className }: PictureProps) {
  const wide = encoded(name);
  if (!wide) {
    const style = { aspectRatio: ratio };
    const look = classes("block w-full bg-secondary", className);
    return alt ? (
      <span role="img" aria-label={alt} className={look} style={style} />
    ) : (
      <span aria-hidden className={look} style={style} />
    );
  }
  const tall = portrait ? encoded(portrait) : undefined;
  const upright = "(max-width: 767px) and (orientation: portrait)";
  return (
    <picture className="contents">
      {portrait && tall && (
        <source media={upright} type="image/avif" srcSet={addresses(portrait, "avif", tall)} sizes={sizes} />
      )}
      {portrait && tall && <source media={upright} srcSet={addresses(portrait, "jpg", tall)} sizes={sizes} />}
      <source type="image/avif" srcSet={addresses(name, "avif", wide)} sizes={sizes} />
      <img
        src={`/img/${name}-${wide.widths[Math.min(1, wide.widths.length - 1)]}.jpg`}
        srcSet={addresses(name, "jpg", wide)}
        sizes={sizes}
        width={wide.width}
        height={wide.height}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className={classes("block h-auto w-full object-cover", className)}
        style={{ backgroundColor: wide.color }}
      />
    </picture>
  );
}
