import { expect, test, vi } from "vitest";
import { registerWorker } from "./worker";

test("the worker's script is asked for each time, and a browser that refuses it, or has none, goes on", async () => {
  const register = vi.fn(async (_path: string, _options: object) => {});
  vi.stubGlobal("navigator", { serviceWorker: { register } });
  registerWorker();
  expect(register).toHaveBeenCalledWith("/sw.js", { updateViaCache: "none" });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  register.mockRejectedValueOnce(new Error("No."));
  registerWorker();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  vi.stubGlobal("navigator", {});
  expect(registerWorker).not.toThrow();
});
