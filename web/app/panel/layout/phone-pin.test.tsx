import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import type { Schemas } from "~/api/client";
import { queries } from "~/api/queries";
import { PhonePin } from "./phone-pin";

afterEach(() => queries.clear());

const pin = {
  id: "p",
  here: true,
  agent: "",
  createdAt: "2027-05-10T12:00:00Z",
  usedAt: null,
  until: "2027-05-17T12:00:00Z",
};

function drawn(told: Schemas["OwnDevicePins"]): string {
  queries.setQueryData(["/api/auth/device-pins"], told);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PhonePin />
    </QueryClientProvider>,
  );
}

test("a PIN is set where Settings offer one, and one that stands can be ended in any case", () => {
  expect(drawn({ offered: false, pins: [] })).toBe("");
  expect(drawn({ offered: true, pins: [] })).toContain("Set PIN");
  expect(drawn({ offered: true, pins: [pin] })).toContain("Change PIN");
  const ended = drawn({ offered: false, pins: [pin] });
  expect(ended).toContain("End PIN on");
  expect(ended).not.toMatch(/(Set|Change) PIN/);
});
