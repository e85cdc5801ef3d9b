// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { place } from "~/ui/place";
import { askFirst, holders } from "~/ui/unsaved";
import { LeaveGuard } from "./leave-guard";

/** How the code of the question comes, and how often it was asked for. */
const code = vi.hoisted(() => ({ comes: true, asked: 0 }));
vi.mock("~/lib/import-with-retry", () => ({
  importWithRetry: async () => {
    code.asked += 1;
    if (!code.comes) throw new Error("This could not be loaded.");
    return { default: ({ open }: { open: boolean }) => open && "Discard your changes?" };
  },
}));

const go = vi.fn();
const leave = () => act(async () => askFirst(go));

beforeEach(() => void holders.set("words", { current: () => undefined }));
afterEach(() => holders.clear());

test("a question whose code did not come is withdrawn: it is not asked later, out of the blue, and leaving again asks it", async () => {
  const { draw, text } = place();
  await draw(<LeaveGuard />);
  code.comes = false;
  await leave();
  expect(code.asked).toBe(1);
  code.comes = true;
  await draw(<LeaveGuard />); // the panel is drawn again for another reason
  expect(code.asked).toBe(1);
  expect(text()).toBe("");
  await leave();
  expect(text()).toBe("Discard your changes?");
  expect(go).not.toHaveBeenCalled();
});
