// A section of pictures that the company fills, with the way to the gallery below them.
import type { SectionName } from "~/api/page-data";
import { Filled, Items } from "../slots";
import { ButtonLink } from "./button-link";
import { ImageGrid, ImageTile, TILE_SIZES } from "./image-grid";
import { ItemPicture } from "./item-picture";
import { NoteOf } from "./rendered";
import { Section } from "./section";

interface PictureSectionProps {
  section: SectionName;
  words: { title: string; lead: string };
  /** What the link to the gallery reads. */
  more: string;
  /** The pictures stand upright, with what they show below them. */
  upright?: boolean;
}

export function PictureSection({ section, words, more, upright }: PictureSectionProps) {
  return (
    <Filled section={section}>
      <Section id={section} title={words.title} lead={words.lead} leadFor={section}>
        <ImageGrid columns={3} {...(upright && { className: "max-lg:*:first:col-span-2" })}>
          <Items section={section}>
            {(item) => (
              <ImageTile category={item.title} caption={upright && item.imageAlt}>
                <ItemPicture item={item} sizes={TILE_SIZES[3]} className={upright ? "aspect-[4/5]" : "aspect-photo"} />
              </ImageTile>
            )}
          </Items>
        </ImageGrid>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
          <NoteOf section={section} />
          <ButtonLink href="/gallery" variant="outline">
            {more}
          </ButtonLink>
        </div>
      </Section>
    </Filled>
  );
}
