// @vitest-environment happy-dom
import type { UseQueryResult } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "~/api/error";
import { place } from "~/ui/place";
import { useUnsavedGuard } from "~/ui/unsaved";
import { RecordBody, useStays } from "./record-body";

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

/** Something that says so itself while it is open. */
function Opened() {
  useStays(true);
  return "Choose what stays.";
}

test("what is gone stays around what is open in it, and for no longer than that is there", async () => {
  const { draw, text } = place();
  const body = (opened: boolean, error: Error | null) => {
    const record = { error, isError: error !== null, data: "Ada's lead" } as UseQueryResult<string>;
    return <RecordBody record={record}>{(row) => <p>{opened ? <Opened /> : row}</p>}</RecordBody>;
  };
  await draw(body(true, null));
  await draw(body(true, refused(404)));
  expect(text()).toContain("Choose what stays.");
  await draw(body(false, null)); // it was taken away while it was open
  await draw(body(false, refused(404)));
  expect(text()).toContain("not there any more");
  expect(text()).not.toContain("lead");
});

function Words() {
  useUnsavedGuard(true);
  return "Ada's words";
}

test("words that are not saved keep every record around them that is gone", async () => {
  const { draw, text } = place();
  const bodies = (error: Error | null) => {
    const record = { error, isError: error !== null, data: "row" } as UseQueryResult<string>;
    return <RecordBody record={record}>{() => <RecordBody record={record}>{() => <Words />}</RecordBody>}</RecordBody>;
  };
  await draw(bodies(null));
  await draw(bodies(refused(404)));
  expect(text()).toContain("Copy what you want to keep.");
  expect(text()).toContain("Ada's words");
});
