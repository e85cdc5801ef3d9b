// The gallery's pictures: photos that customers sent in, then the company's own, filtered by category.
import { Fragment, useCallback, useEffect, useState } from "react";
import { get } from "~/api/client";
import { type GalleryItem, pageData } from "~/api/page-data";
import { Skeleton } from "~/ui/skeleton";
import { notes } from "../content/company-blocks";
import { categories, gallery, samples } from "../content/gallery";
import type { GalleryCategory } from "../content/types";
import { Each, type Loading, loadingAt } from "../slots";
import { StoredPicture } from "../stored-picture";
import { CategoryFilter } from "./filter";
import { useHydrated } from "./hydrated";
import { ImageGrid, ImageTile, TILE_SIZES } from "./image-grid";
import { Rendered } from "./rendered";

const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** What the server put into the page; nothing where it could not. */
const given = pageData?.gallery;

export interface CustomerPhotos {
  state: "loading" | "loaded" | "failed";
  items: GalleryItem[];
  reload: () => void;
}

/** The approved photos: those the server put into the page, and after `reload` those it has now. */
export function useCustomerPhotos(): CustomerPhotos {
  const [items, setItems] = useState(given ?? []);
  const [state, setState] = useState<CustomerPhotos["state"]>("loaded");

  const reload = useCallback(() => {
    get<GalleryItem[]>("/api/gallery").then(
      (fresh) => {
        setItems(fresh);
        setState("loaded");
      },
      () => setState("failed"),
    );
  }, []);
  useEffect(() => {
    if (given) return;
    setState("loading");
    reload();
  }, [reload]);
  return { state, items, reload };
}

export function Projects({ photos }: { photos: CustomerPhotos }) {
  const [category, setCategory] = useState<GalleryCategory | null>(null);
  const hydrated = useHydrated();
  const wanted = (item: { category: string }) => category === null || item.category === category;
  const count = photos.items.filter(wanted).length + samples.filter(wanted).length;
  const loading = photos.state === "loading";

  return (
    <section aria-label={gallery.meta.label} className="container-site pb-[var(--spacing-section)]">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <CategoryFilter
          label={gallery.filter.label}
          all={gallery.filter.all}
          categories={categories}
          chosen={category}
          onChoose={setCategory}
        />
        <p role="status" className="min-h-7 text-muted">
          {loading ? gallery.loading : hydrated && gallery.count(count, category)}
        </p>
      </div>
      {photos.state === "failed" && <p className="mb-6 text-danger">{gallery.failed}</p>}
      <ImageGrid columns={4} busy={loading}>
        {loading ? (
          SKELETONS.map((name) => (
            <li key={name}>
              <Skeleton className="aspect-[4/3] w-full rounded-media" />
            </li>
          ))
        ) : (
          <>
            {import.meta.env.SSR ? (
              <Each list="gallery">{(item, loading) => <CustomerTile item={item} loading={loading} />}</Each>
            ) : (
              photos.items.filter(wanted).map((item, place) => (
                <Fragment key={item.id}>
                  <CustomerTile item={item} loading={loadingAt(place)} />
                </Fragment>
              ))
            )}
            {samples.filter(wanted).map((sample) => (
              <ImageTile key={sample.id} category={sample.category} caption={notes.rendered}>
                <Rendered scene={sample.src} sizes={TILE_SIZES[4]} className="aspect-[4/3] w-full object-cover" />
              </ImageTile>
            ))}
          </>
        )}
      </ImageGrid>
    </section>
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
        className="aspect-[4/3]"
      />
    </ImageTile>
  );
}
