import { expect, test } from "vitest";
import { lookIn, viewQuery } from "./saved-view";

const TABLE = { layout: "table", columns: ["email", "value"] } as const;

test("a view keeps filters, order and look, and nothing that is open over the list", () => {
  const search = new URLSearchParams("status=won&q=&id=7&new=&record=lead.7&tab=inbox&client=c&lead=l&sort=-value");
  expect(viewQuery(search, TABLE)).toBe("as=table&columns=email%2Cvalue&sort=-value&status=won");
});

test("two addresses that show the same are the same view", () => {
  const one = viewQuery(new URLSearchParams("status=won&q=roof"), TABLE);
  expect(viewQuery(new URLSearchParams("q=roof&as=table&status=won&columns=email"), TABLE)).toBe(one);
  expect(viewQuery(new URLSearchParams("q=roof"), TABLE)).not.toBe(one);
});

test("cards have no columns", () => {
  expect(viewQuery(new URLSearchParams("columns=email"), { layout: "cards", columns: ["email"] })).toBe("as=cards");
});

test("what an address does not say of the look, or nobody knows, is left to the reader", () => {
  const known = ["email", "value"];
  expect(lookIn(new URLSearchParams("as=table&columns=value,shoe,email"), known)).toEqual({
    layout: "table",
    columns: ["value", "email"],
  });
  expect(lookIn(new URLSearchParams("as=heap&columns=shoe"), known)).toEqual({});
  expect(lookIn(new URLSearchParams(""), known)).toEqual({});
});
