// The picture of an item: one that came with the product, or the company's own.
import type { Item } from "~/api/page-data";
import { either } from "../slots";
import { StoredPicture } from "../stored-picture";

export function ItemPicture({ item, sizes, className }: { item: Item; sizes: string; className: string }) {
  return (
    <StoredPicture
      src={item.image ?? ""}
      alt={item.imageAlt ?? ""}
      type={either(item.rendered, "image/avif", "image/webp")}
      sizes={sizes}
      className={className}
    />
  );
}
