// The gallery's pictures: photos that customers sent in, then the company's own, filtered by category. The page carries the
// newest photos and keeps a place for the others, which come as the visitor scrolls; so nothing moves.
import { Fragment, type Ref, useRef } from "react";
import { calls } from "~/api/calls";
import type { Query } from "~/api/client";
import { type GalleryItem, pageData } from "~/api/page-data";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Skeleton } from "~/ui/skeleton";
import { notes } from "../content/company-blocks";
import { categories, gallery, samples } from "../content/gallery";
import type { GalleryCategory } from "../content/types";
import { Each, EachMissing, type Loading, loadingAt } from "../slots";
import { StoredPicture } from "../stored-picture";
import { CategoryFilter } from "./filter";
import { useHydrated } from "./hydrated";
import { ImageGrid, ImageTile, TILE_SIZES } from "./image-grid";
import { type Listed, useListed, useNear } from "./listed";
import { Rendered } from "./rendered";

/** Tiles that stand in where it is not known how many will come, and that move while some are coming. */
const SKELETONS = 8;
/** For how many photos a place is kept; the server's page does the same. */
const MOST_PLACES = 200;

export type CustomerPhotos = Listed<GalleryItem>;

async function listPhotos(query: Query) {
  const { api, pageOf } = await calls();
  return pageOf(api.get("/api/gallery", { params: { query } }));
}

/** The approved photos of a category: those the server put into the page, and what was asked for since. */
export const useCustomerPhotos = (category: GalleryCategory | null): CustomerPhotos =>
  useListed(listPhotos, category, pageData?.gallery, pageData?.counts?.gallery);

interface ProjectsProps {
  photos: CustomerPhotos;
  category: GalleryCategory | null;
  onChoose: (category: GalleryCategory | null) => void;
}

export function Projects({ photos, category, onChoose }: ProjectsProps) {
  const hydrated = useHydrated();
  const place = useRef<HTMLLIElement>(null);
  useNear(place, photos);
  const shown = samples.filter((sample) => category === null || sample.category === category);
  const loading = photos.state === "loading";
  const count = (photos.total ?? photos.rows.length) + shown.length;

  return (
    <section aria-label={gallery.meta.label} className="container-site pb-section">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <CategoryFilter
          label={gallery.filter.label}
          all={gallery.filter.all}
          categories={categories}
          chosen={category}
          onChoose={onChoose}
        />
        <p role="status" className="min-h-7 text-muted">
          {loading ? gallery.loading : hydrated && gallery.count(count, category)}
        </p>
      </div>
      {photos.state === "failed" && (
        <div role="alert" className="mb-6 flex flex-wrap items-center gap-4">
          <p className="text-danger">{gallery.failed}</p>
          <Button variant="outline" onClick={photos.more}>
            {gallery.retry}
          </Button>
        </div>
      )}
      <ImageGrid columns={4} busy={loading}>
        {import.meta.env.SSR ? (
          <>
            <Each list="gallery">{(item, loading) => <CustomerTile item={item} loading={loading} />}</Each>
            <EachMissing>
              <Place />
            </EachMissing>
          </>
        ) : (
          <CustomerTiles photos={photos} place={place} />
        )}
        {(photos.total !== null || !loading) &&
          shown.map((sample) => (
            <ImageTile key={sample.id} category={sample.category} caption={notes.rendered}>
              <Rendered scene={sample.src} sizes={TILE_SIZES[4]} className="aspect-photo w-full object-cover" />
            </ImageTile>
          ))}
      </ImageGrid>
    </section>
  );
}

/** The photos that are there, and a place for each that is not. While the list is asked for again, its first tiles wait. */
function CustomerTiles({ photos, place }: { photos: CustomerPhotos; place: Ref<HTMLLIElement> }) {
  const loading = photos.state === "loading";
  const renewed = loading && photos.missing === 0;
  const waiting = renewed ? Math.min(SKELETONS, photos.rows.length) : 0;
  const places = photos.total === null || (renewed && waiting === 0) ? SKELETONS : photos.missing;
  return (
    <>
      {photos.rows.map((item, at) => (
        <Fragment key={item.id}>
          {at < waiting ? <Place moving /> : <CustomerTile item={item} loading={loadingAt(at)} />}
        </Fragment>
      ))}
      {Array.from({ length: Math.min(places, MOST_PLACES) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty places have nothing else to tell them apart
        <Place key={at} moving={loading && at < SKELETONS} ref={at === 0 ? place : undefined} />
      ))}
    </>
  );
}

/** Where a photo is about to be, with room for its words. */
function Place({ moving, ref }: { moving?: boolean; ref?: Ref<HTMLLIElement> | undefined }) {
  return (
    <li ref={ref} aria-hidden="true" data-slot="place" className="pb-7 noscript:hidden">
      <Skeleton className={classes("aspect-photo w-full rounded-media", !moving && "animate-none")} />
    </li>
  );
}

function CustomerTile({ item, loading }: { item: GalleryItem; loading: Loading }) {
  return (
    <ImageTile category={item.category} caption={`${notes.customerPhoto}, ${item.location}`}>
      <StoredPicture
        src={item.imageUrl}
        alt={`${item.description}, ${item.location}`}
        type="image/webp"
        sizes={TILE_SIZES[4]}
        loading={loading}
        className="aspect-photo"
      />
    </ImageTile>
  );
}
