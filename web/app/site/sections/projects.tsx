// The gallery's pictures: photos in the order that the company gave them, then those of its section, filtered by category. The
// page carries the first photos and keeps a place for the others, which come as the visitor scrolls; so nothing moves.
import { Fragment, type ReactNode, type Ref, Suspense, useRef, useState } from "react";
import { calls } from "~/api/calls";
import type { Query } from "~/api/client";
import { type GalleryPhoto, type Item, pageData } from "~/api/page-data";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { lazy } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { notes } from "../content/company-blocks";
import { categories, gallery } from "../content/gallery";
import type { GalleryCategory } from "../content/types";
import { Each, EachMissing, either, If, Items, itemsOf, type Loading, loadingAt } from "../slots";
import { StoredPicture } from "../stored-picture";
import { likeThis } from "../studio/like-this";
import { CategoryFilter } from "./filter";
import { useHydrated } from "./hydrated";
import { ImageGrid, ImageTile, TILE_SIZES } from "./image-grid";
import { ItemPicture } from "./item-picture";
import type { Enlarged } from "./lightbox";
import { type Listed, useListed, useNear } from "./listed";

/** Tiles that stand in where it is not known how many will come, and that move while some are coming. */
const SKELETONS = 8;
/** For how many photos a place is kept; the server's page does the same. */
const MOST_PLACES = 200;

/** Shows a picture by its id as large as can be; null shows none. */
type Open = (id: string | null) => void;

const Lightbox = lazy(() => import("./lightbox"));

export type GalleryPhotos = Listed<GalleryPhoto>;

async function listPhotos(query: Query) {
  const { api, pageOf } = await calls();
  return pageOf(api.get("/api/gallery-photos", { params: { query } }));
}

/** The approved photos of a category: those the server put into the page, and what was asked for since. */
export const useGalleryPhotos = (category: GalleryCategory | null): GalleryPhotos =>
  useListed(listPhotos, category, pageData?.gallery, pageData?.counts?.gallery);

interface ProjectsProps {
  photos: GalleryPhotos;
  category: GalleryCategory | null;
  onChoose: (category: GalleryCategory | null) => void;
}

export function Projects({ photos, category, onChoose }: ProjectsProps) {
  const hydrated = useHydrated();
  const place = useRef<HTMLLIElement>(null);
  useNear(place, photos);
  const items = itemsOf("gallery").filter(({ title }) => category === null || title === category);
  const [opened, setOpened] = useState<string | null>(null);
  const loading = photos.state === "loading";
  const count = (photos.total ?? photos.rows.length) + items.length;

  return (
    <section id="pictures" aria-label={gallery.meta.label} className="container-site pb-section">
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
            <Each list="gallery">
              {(item, loading) => <PhotoTile item={item} loading={loading} onOpen={setOpened} />}
            </Each>
            <EachMissing>
              <Place />
            </EachMissing>
          </>
        ) : (
          <PhotoTiles photos={photos} place={place} onOpen={setOpened} />
        )}
        {import.meta.env.SSR ? (
          <Items section="gallery">{(item) => <ItemTile item={item} onOpen={setOpened} />}</Items>
        ) : (
          (photos.total !== null || !loading) &&
          items.map((item) => <ItemTile key={item.id} item={item} onOpen={setOpened} />)
        )}
      </ImageGrid>
      <LightboxOf pictures={() => [...photos.rows.map(photoIn), ...items.map(itemIn)]} id={opened} onShow={setOpened} />
    </section>
  );
}

/** The photos that are there, and a place for each that is not. While the list is asked for again, its first tiles wait. */
function PhotoTiles({ photos, place, onOpen }: { photos: GalleryPhotos; place: Ref<HTMLLIElement>; onOpen: Open }) {
  const loading = photos.state === "loading";
  const renewed = loading && photos.missing === 0;
  const waiting = renewed ? Math.min(SKELETONS, photos.rows.length) : 0;
  const places = photos.total === null || (renewed && waiting === 0) ? SKELETONS : photos.missing;
  return (
    <>
      {photos.rows.map((item, at) => (
        <Fragment key={item.id}>
          {at < waiting ? <Place moving /> : <PhotoTile item={item} loading={loadingAt(at)} onOpen={onOpen} />}
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
    <li ref={ref} aria-hidden="true" data-slot="place" className="pb-12 noscript:hidden">
      <Skeleton className={classes("aspect-photo w-full rounded-media", !moving && "animate-none")} />
    </li>
  );
}

/** Room for a caption and whose photo it is, also where one of them is missing. */
const Lines = ({ children }: { children: ReactNode }) => <span className="block min-h-10">{children}</span>;

const creditOf = (item: GalleryPhoto) => `${either(item.own, notes.ownPhoto, notes.customerPhoto)}, ${item.location}`;
const altOf = (item: GalleryPhoto) => `${item.description}, ${item.location}`;

const photoIn = (item: GalleryPhoto): Enlarged => ({
  id: item.id,
  src: item.imageUrl,
  alt: altOf(item),
  caption: item.caption,
  credit: creditOf(item),
  likeThis: likeThis(item.category, item.imageUrl),
});
const itemIn = ({ id, title, image, imageAlt, rendered, sample }: Item): Enlarged => ({
  id,
  src: image ?? "",
  alt: imageAlt ?? "",
  caption: null,
  credit: rendered ? notes.rendered : sample ? notes.sample : "",
  likeThis: likeThis(title, image ?? ""),
});

interface LightboxOfProps {
  pictures: () => Enlarged[];
  id: string | null;
  onShow: Open;
}

function LightboxOf({ pictures, id, onShow }: LightboxOfProps) {
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <Lightbox pictures={pictures()} id={id} onShow={onShow} />
    </Suspense>
  );
}

function PhotoTile({ item, loading, onOpen }: { item: GalleryPhoto; loading: Loading; onOpen: Open }) {
  return (
    <ImageTile
      category={item.category}
      large={{ href: item.imageUrl, open: () => onOpen(item.id) }}
      caption={
        <Lines>
          <If value={item.caption}>
            <span className="line-clamp-1 text-ink">{item.caption}</span>
          </If>
          <span className="line-clamp-1">{creditOf(item)}</span>
        </Lines>
      }
    >
      <StoredPicture
        src={item.imageUrl}
        alt={altOf(item)}
        type="image/webp"
        sizes={TILE_SIZES[4]}
        loading={loading}
        className="aspect-photo"
      />
    </ImageTile>
  );
}

function ItemTile({ item, onOpen }: { item: Item; onOpen: Open }) {
  return (
    <ImageTile
      category={item.title}
      large={{ href: item.image ?? "", open: () => onOpen(item.id) }}
      caption={
        <Lines>
          <If value={item.rendered} otherwise={either(item.sample, notes.sample)}>
            {notes.rendered}
          </If>
        </Lines>
      }
    >
      <ItemPicture item={item} sizes={TILE_SIZES[4]} className="aspect-photo" />
    </ImageTile>
  );
}
