// Which house of ours comes close to a picture of the gallery, and in which light: by the picture where it is one of ours, else by its
// category.

interface Like {
  house: "farmhouse" | "colonial" | "craftsman" | "storefronts";
  /** As the address of a page names it. */
  scheme: string;
}

const OF_CATEGORY: Record<string, Like> = {
  Residential: { house: "farmhouse", scheme: "warm" },
  Commercial: { house: "storefronts", scheme: "neutral" },
  Holiday: { house: "colonial", scheme: "holiday" },
  Events: { house: "farmhouse", scheme: "garden" },
};

const OF_PICTURE: Record<string, Like> = {
  "craftsman-porch": { house: "craftsman", scheme: "ff8a1e-ff8a1e-ff8a1e" },
  "glass-office": { house: "storefronts", scheme: "3d7bff-3d7bff-3d7bff" },
  "ranch-halloween": { house: "colonial", scheme: "october" },
  "farmhouse-july": { house: "farmhouse", scheme: "july" },
  "barn-wedding": { house: "farmhouse", scheme: "neutral" },
  "theatre-marquee": { house: "storefronts", scheme: "warm-chase" },
};

/** The address of the studio at such a house; null for a category that is unknown here. */
export function likeThis(category: string, image: string): string | null {
  const [, name = ""] = /[/]img[/]([a-z-]+)-\d+[.]/.exec(image) ?? [];
  const like = OF_PICTURE[name] ?? OF_CATEGORY[category];
  if (!like) return null;
  const page = like.house === "storefronts" ? "/commercial" : "/residential";
  return `${page}?studio=${like.house}&scheme=${like.scheme}`;
}
