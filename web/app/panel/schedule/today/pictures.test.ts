import { expect, test } from "vitest";
import type { OwnVisit } from "./own-visit";
import { picturesOf } from "./pictures";

test("a phone keeps the visitor's photos, what the drawing is on, and those of the job", () => {
  const visit = {
    recordId: "order",
    visitorPhotos: ["/api/panel/visitor-photos/1"],
    lighting: { picture: "/api/panel/drawings/2/picture?of=3" },
    images: [{ id: "4" }],
  } as unknown as OwnVisit;
  expect(picturesOf([visit])).toEqual([
    "/api/panel/visitor-photos/1?small=true",
    "/api/panel/drawings/2/picture?of=3&small=true",
    expect.stringMatching(/order.*4.*[?]small=true$/),
  ]);
  expect(picturesOf([{ ...visit, visitorPhotos: [], lighting: null, images: null } as OwnVisit])).toEqual([]);
});
