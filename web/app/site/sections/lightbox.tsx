// One picture of the gallery as large as the window lets it be, with its words; arrow keys lead to the next and back.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { gallery } from "../content/gallery";
import { studio } from "../content/studio";
import { ButtonLink } from "./button-link";

/** A picture as the lightbox shows it. */
export interface Enlarged {
  id: string;
  src: string;
  alt: string;
  caption: string | null;
  /** Whose it is, or how it was made. */
  credit: string;
  /** Where a house like it can be lit; null where none is. */
  likeThis: string | null;
}

interface LightboxProps {
  pictures: Enlarged[];
  /** Which is shown. */
  id: string;
  onShow: (id: string | null) => void;
}

const words = gallery.lightbox;

export default function Lightbox({ pictures, id, onShow }: LightboxProps) {
  const at = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[at];
  const before = pictures[at - 1]?.id;
  const after = pictures[at + 1]?.id;

  useEffect(() => {
    const press = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const next = { ArrowLeft: before, ArrowRight: after }[key];
      if (next && !(altKey || ctrlKey || metaKey)) onShow(next);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [before, after, onShow]);

  return (
    <Dialog
      open={picture !== undefined}
      onOpenChange={() => onShow(null)}
      shape="large"
      className="max-w-[min(76rem,calc((100dvh-13rem)*4/3+3rem))]"
      title={picture?.caption ?? (picture?.credit || picture?.alt)}
    >
      {picture && <Shown key={picture.id} picture={picture} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto min-w-0 break-words text-muted text-small">{picture?.caption && picture.credit}</p>
        {picture?.likeThis && (
          <ButtonLink href={picture.likeThis} variant="outline">
            {studio.likeThis}
          </ButtonLink>
        )}
        <Button
          variant="outline"
          size="icon"
          aria-label={words.previous}
          aria-disabled={before === undefined}
          className="aria-disabled:opacity-40"
          onClick={() => before && onShow(before)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          data-start
          variant="outline"
          size="icon"
          aria-label={words.next}
          aria-disabled={after === undefined}
          className="aria-disabled:opacity-40"
          onClick={() => after && onShow(after)}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </Dialog>
  );
}

/** A photo may have been taken down since the page was made. */
function Shown({ picture: { src, alt } }: { picture: Enlarged }) {
  const [gone, setGone] = useState(false);
  if (gone)
    return (
      <p role="alert" className="grid aspect-photo place-items-center rounded-media bg-sunk p-6 text-center">
        {words.gone}
      </p>
    );
  return (
    <img
      src={src}
      alt={alt}
      width={1600}
      height={1200}
      onError={() => setGone(true)}
      className="aspect-photo w-full rounded-media bg-sunk object-contain"
    />
  );
}
