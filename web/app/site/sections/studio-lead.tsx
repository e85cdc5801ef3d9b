// The way into the studio: what it makes of a picture, and the button.

import { studio } from "../content/studio";
import type { Property } from "../quote/draft";
import { StudioButton } from "../studio/studio-button";
import { Falling } from "./falling";
import { RenderedNote } from "./rendered";

export function StudioLead({ property }: { property: Property }) {
  return (
    <div className="grid gap-x-6 gap-y-8 md:grid-cols-12">
      <Falling of={property} className="md:col-span-8" />
      <div className="md:col-span-4">
        <StudioButton size="large">{studio.button[property]}</StudioButton>
        <p className="mt-4 max-w-[40ch] text-muted">{studio.similar}</p>
        <RenderedNote className="mt-4" />
      </div>
    </div>
  );
}
