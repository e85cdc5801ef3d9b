// What the studio makes of a picture: its edges are traced and dusk falls as it comes into view. It moves with the page alone, so nobody
// has to stop it; where motion is unwanted, or the browser cannot tie it to the page, the lit house stands still.
import { classes } from "~/ui/classes";
import { Rendered } from "./rendered";

const SIZES = "(min-width: 1248px) 790px, (min-width: 768px) 64vw, 92vw";
const PLACE = "absolute inset-0 size-full object-cover";

/** The roof edges of each picture, 1280 wide. */
const EDGES = {
  home: "M503 294 613 147 721 303M748 317 797 238 848 318M717 414 928 418M930 415 1071 265 1209 424",
  business: "M116 200H490M492 204H748M750 200H1145",
};

export function Falling({ of, className }: { of: keyof typeof EDGES; className?: string }) {
  return (
    <div className={classes("falling rounded-media", className)}>
      {of === "home" ? (
        <picture className="contents">
          <source type="image/avif" srcSet="/img/live/day-640.avif 640w, /img/live/day-1280.avif 1280w" sizes={SIZES} />
          <img src="/img/live/day-640.jpg" alt="" width={640} height={360} loading="lazy" className={PLACE} />
        </picture>
      ) : (
        <Rendered scene="retail-day" sizes={SIZES} decorative className={PLACE} />
      )}
      <svg aria-hidden="true" viewBox="0 0 1280 720" className={PLACE}>
        <path d={EDGES[of]} pathLength="1" className="falling-edges" />
      </svg>
      <Rendered
        scene={of === "home" ? "live-house" : "retail-night"}
        sizes={SIZES}
        decorative
        className={classes(PLACE, "falling-night")}
      />
    </div>
  );
}
