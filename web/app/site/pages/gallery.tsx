// Pictures of lit places, by category; day and night; and the form for one's own photo.
import { useState } from "react";
import { lazyOnVisible } from "~/ui/asleep";
import { gallery } from "../content/gallery";
import type { GalleryCategory } from "../content/types";
import { QuoteButton } from "../quote/quote-button";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { Comparison } from "../sections/comparison";
import { PageOpening } from "../sections/page-opening";
import { Projects, useGalleryPhotos } from "../sections/projects";
import { RenderedNote } from "../sections/rendered";
import { Section } from "../sections/section";
import { Filled } from "../slots";

const PhotoForm = lazyOnVisible(() => import("../sections/photo-form"));

export const meta = gallery.meta;

export default function Gallery() {
  const [category, setCategory] = useState<GalleryCategory | null>(null);
  const photos = useGalleryPhotos(category);
  return (
    <>
      <PageOpening label={meta.label} title={gallery.hero.title} lead={gallery.hero.lead} />
      <Filled section="gallery" list="gallery">
        <Projects photos={photos} category={category} onChoose={setCategory} />
      </Filled>

      <Section id="comparison" background="night" title={gallery.comparison.title} lead={gallery.comparison.lead}>
        <Comparison day="retail-day" night="retail-night" />
        <RenderedNote className="mt-3" />
      </Section>

      <AsideHeading id="share" title={gallery.form.title} lead={gallery.form.lead}>
        <PhotoForm onSent={photos.reload} />
      </AsideHeading>

      <CallToActionBand background="muted" title={gallery.closing.title} text={gallery.closing.text}>
        <QuoteButton variant="primary" size="large">
          {gallery.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}
