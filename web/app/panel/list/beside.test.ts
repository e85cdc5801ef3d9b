import { describe, expect, it, vi } from "vitest";
import { together } from "./beside";

const rows = (ids: string) => Promise.resolve(ids.split(",").map((id) => ({ id })));

describe("what stands beside the rows of a list", () => {
  it("is asked for in one go", async () => {
    const ask = vi.fn(rows);
    const one = together(ask);
    expect(await Promise.all(["a", "b"].map(one))).toEqual([{ id: "a" }, { id: "b" }]);
    expect(ask.mock.calls).toEqual([["a,b"]]);
    await one("a");
    expect(ask.mock.calls).toEqual([["a,b"], ["a"]]);
  });

  it("is nothing where the server knows nothing", async () => {
    expect(await together(() => Promise.resolve([]))("a")).toBeNull();
  });

  it("travels as often as it must, and fails for those who asked", async () => {
    const ask = vi.fn(rows);
    await Promise.all(Array.from({ length: 201 }, (_, place) => String(place)).map(together(ask)));
    expect(ask.mock.calls.map(([ids]) => ids.split(",").length)).toEqual([200, 1]);
    const away = together(() => Promise.reject(new Error("away")));
    await expect(Promise.all([away("a"), away("b")])).rejects.toThrow("away");
  });
});
