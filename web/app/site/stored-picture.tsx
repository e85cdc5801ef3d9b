// A picture whose address stands in the data: a post's cover, a visitor's photo. The site's own come in several widths.
import { classes } from "~/ui/classes";
import type { Loading } from "./slots";

interface StoredPictureProps {
  src: string;
  alt: string;
  /** What the narrow copies are: covers are AVIF, photos WebP. */
  type: "image/avif" | "image/webp";
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

/** The widths that one of the site's own pictures comes in; any other address alone. The server's filter does the same. */
function widths(address: string): string {
  if (address.startsWith("⟦")) return address.replace("⟧", "|widths⟧");
  const rendered = /^(\/img\/[a-z0-9-]+)-960\.jpg$/.exec(address)?.[1];
  if (rendered) return [480, 720, 960].map((width) => `${rendered}-${width}.avif ${width}w`).join(", ");
  const photo = /^(\/uploads\/[0-9a-f]{32})\.webp$/.exec(address)?.[1];
  return photo ? `${photo}-480.webp 480w, ${address} 1600w` : `${address} 960w`;
}
