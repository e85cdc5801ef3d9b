import type { UseQueryResult } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "~/api/error";
import { RecordBody } from "./record-body";

/** What stands in the dialog of a record that could not be read. */
function shown(error: Error): string {
  const record = { error, isError: true, data: undefined } as UseQueryResult<string>;
  return renderToString(<RecordBody record={record}>{(row) => row}</RecordBody>);
}

const refused = (status: number) => new ApiError(status, '{"error": "The server says no."}', "");

test("whose role does not include a record reads that, and is offered no second try", () => {
  expect(shown(refused(403))).toContain("No access");
  expect(shown(refused(403))).not.toContain("Retry");
});

test("what is gone is not offered again either", () => {
  expect(shown(refused(404))).toContain("not there any more");
  expect(shown(refused(404))).not.toContain("Retry");
});

test("what was shown goes once it is gone, and stays while it is only not answered for", () => {
  const after = (error: Error) => {
    const record = { error, isError: true, data: "Ada's lead" } as UseQueryResult<string>;
    return renderToString(<RecordBody record={record}>{(row) => row}</RecordBody>);
  };
  expect(after(refused(404))).toContain("not there any more");
  expect(after(refused(404))).not.toContain("lead");
  expect(after(refused(503))).toContain("lead");
});

test("what may come yet is offered again", () => {
  expect(shown(refused(503))).toContain("The server says no.");
  expect(shown(refused(503))).toContain("Retry");
  expect(shown(new TypeError("lost"))).toContain("This record could not be loaded.");
});
