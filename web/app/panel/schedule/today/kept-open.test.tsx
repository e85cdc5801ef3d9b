// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { place } from "~/ui/place";
import { useKeptOpen } from "./kept-open";

let opened: string | undefined;

function Day({ next, open }: { next: string | undefined; open: string[] }) {
  opened = useKeptOpen(next, (id) => open.includes(id));
  return null;
}

test("the visit that opened by itself stays open until it is finished or gone", async () => {
  const { draw } = place();
  await draw(<Day next="ten" open={["ten"]} />);
  expect(opened).toBe("ten");
  await draw(<Day next="nine" open={["nine", "ten"]} />); // somebody has planned an earlier one
  expect(opened).toBe("ten");
  await draw(<Day next="nine" open={["nine"]} />);
  expect(opened).toBe("nine");
  await draw(<Day next={undefined} open={[]} />);
  expect(opened).toBeUndefined();
});
