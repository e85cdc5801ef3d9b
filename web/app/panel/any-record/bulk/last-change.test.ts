import { expect, test } from "vitest";
import type { BulkKind } from "./bulk-kind";
import { toldChange } from "./last-change-bar";

const done = async () => [];
const leads: BulkKind<object> = {
  nouns: ["lead", "leads"],
  needs: "canManageLeads",
  called: () => "Ann",
  fields: [{ name: "status", label: "Status", looks: { contacted: { label: "Contacted", variant: "outline" } } }],
  preview: done,
  send: done,
};

test.each([
  [{ status: "contacted" }, "Status changed to Contacted"],
  [{ status: "a state that this page does not know" }, "Status changed"],
  [{ assignedTo: "ann" }, "assigned"],
  [{ assignedTo: null }, "taken from those who had them"],
  [{ branchId: "near", assignedTo: null }, "moved to another branch"],
])("%o is told in words", (change, words) => {
  expect(toldChange(leads, change)).toBe(words);
});
