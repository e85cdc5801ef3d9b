// A picture whose address stands in the data: a post's cover, a visitor's photo. The site's own come in several widths.
import { classes } from "~/ui/classes";
import { type Loading, widths } from "./slots";

interface StoredPictureProps {
  src: string;
  alt: string;
  /** What the narrow copies are: covers are AVIF, photos WebP. */
  type: string;
  /** How wide it is drawn, as in the `sizes` attribute. */
  sizes: string;
  loading?: Loading;
  className?: string;
}

export function StoredPicture({ src, alt, type, sizes, loading = "lazy", className }: StoredPictureProps) {
  return (
    <picture className="contents">
      <source type={type} srcSet={widths(src)} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={960}
        height={720}
        loading={loading}
        decoding="async"
        className={classes("photo w-full object-cover", className)}
      />
    </picture>
  );
}
