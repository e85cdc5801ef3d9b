import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { User } from "~/api/session";
import { CurrentUser } from "../../user/user";
import type { OwnVisit } from "./own-visit";
import { Site } from "./site";

const visit = {
  hazards: "Wire over the porch\n\nLoose step",
  heldSince: "2027-05-10",
  promised: "No drilling into the brick",
  description: "Gable and porch",
  name: "Cleo",
  address: "7 Ladder Lane",
  access: "Gate code 4410",
  phone: "614-555-0142",
  feet: 120,
  stories: 2,
  status: "planned",
  visitorPhotos: [],
} as unknown as OwnVisit;

const drawn = (fields: Partial<OwnVisit>) =>
  renderToStaticMarkup(
    <CurrentUser value={{ firstName: "Ann" } as User}>
      <Site visit={{ ...visit, ...fields }} />
    </CurrentUser>,
  );

test("what can hurt comes before all that is known of a place", () => {
  const words = [
    "Wire over the porch",
    "Loose step",
    "on hold",
    "No drilling",
    "Gable and porch",
    "7 Ladder Lane",
    "Navigate",
    "Gate code",
  ];
  const places = words.map((word) => drawn({}).indexOf(word));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(drawn({ hazards: null })).not.toContain("Hazards");
});
