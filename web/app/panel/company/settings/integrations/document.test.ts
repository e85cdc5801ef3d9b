import { describe, expect, it } from "vitest";
import { found, groupsOf, type OpenApi } from "./document";

const refusal = { description: "Not valid", content: { "application/json": { schema: { type: "object" } } } };
const DOCUMENT: OpenApi = {
  paths: {
    "/api/panel/leads/{id}": {
      patch: {
        description: "Changes the fields that are sent.",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/LeadEdit" } } } },
        responses: { "200": { description: "x", content: refusal.content }, "400": refusal },
        "x-areas": ["leads"],
      },
    },
    "/api/panel/leads": {
      get: {
        description: "One page of leads.",
        responses: {
          "200": {
            description: "x",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/LeadRow" } } },
            },
          },
          "400": refusal,
        },
        "x-areas": ["leads"],
      },
    },
    "/api/panel/search": {
      get: { description: "Finds.", responses: { "204": { description: "x" } }, "x-areas": ["leads", "tickets"] },
    },
  },
  components: {
    schemas: {
      LeadRow: {
        type: "object",
        required: ["id", "status"],
        properties: {
          id: { type: "string" },
          status: { $ref: "#/components/schemas/Status" },
          value: { anyOf: [{ type: "integer" }, { type: "null" }], maximum: 9 },
          places: { type: "array", maxItems: 3, items: { $ref: "#/components/schemas/Place" } },
        },
      },
      LeadEdit: {
        type: "object",
        properties: { name: { type: "string", maxLength: 200 }, status: { $ref: "#/components/schemas/Status" } },
      },
      Status: { type: "string", enum: ["new", "won"] },
      Place: { type: "object", required: ["zip"], properties: { zip: { type: "string" } } },
    },
  },
};

describe("groupsOf", () => {
  const groups = groupsOf(DOCUMENT, "https://x.example");
  const [list, edit] = groups.find(({ title }) => title === "Leads")?.calls ?? [];

  it("puts every call in a group, the list before one record", () => {
    const shown = groups.filter(({ calls }) => calls.length > 0);
    expect(shown.map(({ title, calls }) => [title, calls.map(({ method, path }) => `${method} ${path}`)])).toEqual([
      ["Leads", ["GET /api/panel/leads", "PATCH /api/panel/leads/{id}"]],
      ["People, branches and search", ["GET /api/panel/search"]],
    ]);
  });

  it("says in words what each field takes, and what stands within it", () => {
    expect(list?.answers[0]).toEqual({
      status: "200",
      says: "A list of",
      isList: true,
      fields: [
        { name: "id", required: true, says: "text", within: [] },
        { name: "status", required: true, says: "one of new, won", within: [] },
        { name: "value", required: false, says: "a whole number up to 9, or null", within: [] },
        {
          name: "places",
          required: false,
          says: "a list: an object, up to 3",
          within: [{ name: "zip", required: true, says: "text", within: [] }],
        },
      ],
    });
    expect(list?.answers[1]).toEqual({ status: "400", says: "Not valid", isList: false, fields: [] });
  });

  it("gives an example that can be sent", () => {
    expect(list?.example).toBe(
      'curl https://x.example/api/panel/leads \\\n  -H "Authorization: Bearer $DUSKLINE_TOKEN"',
    );
    expect(edit?.example).toBe(
      [
        "curl -X PATCH https://x.example/api/panel/leads/ID \\",
        '  -H "Authorization: Bearer $DUSKLINE_TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{\n  "name": "Kim Doe"\n}'`,
      ].join("\n"),
    );
  });

  it("finds calls that hold every word", () => {
    const paths = (words: string) => found(groups, words).flatMap(({ calls }) => calls.map(({ path }) => path));
    expect(paths("leads PATCH")).toEqual(["/api/panel/leads/{id}"]);
    expect(paths("fields sent")).toEqual(["/api/panel/leads/{id}"]);
    expect(paths("nothing like it")).toEqual([]);
    expect(paths(" ")).toHaveLength(3);
  });
});
