import { expect, test } from "vitest";
import { similarHouse } from "~/studio/similar";
import { likeThis } from "./like-this";

test.each([
  ["Residential", "/img/pool-house-960.jpg", "/residential?studio=farmhouse&scheme=warm"],
  ["Residential", "/uploads/4f.webp", "/residential?studio=farmhouse&scheme=warm"],
  ["Holiday", "/img/farmhouse-july-960.jpg", "/residential?studio=farmhouse&scheme=july"],
  ["Commercial", "/img/glass-office-960.jpg", "/commercial?studio=storefronts&scheme=3d7bff-3d7bff-3d7bff"],
  ["Events", "/img/theatre-marquee-960.jpg", "/commercial?studio=storefronts&scheme=warm-chase"],
])("%s %s", (category, image, address) => {
  const found = likeThis(category, image) ?? "";
  expect(found).toBe(address);
  expect(similarHouse(new URL(found, "https://example.com").searchParams.get("studio"))).toBeDefined();
});

test("a category nobody knows leads nowhere", () => expect(likeThis("Other", "")).toBeNull());
