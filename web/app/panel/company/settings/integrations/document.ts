// The OpenAPI document of what tokens may call, made into what the reference shows: calls in groups, their fields in words, and an
// example of each.

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
}

interface Operation {
  description?: string;
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
  "x-areas": string[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Field {
  name: string;
  required: boolean;
  /** What it takes, in words. */
  says: string;
  /** What stands within it. */
  within: Field[];
}

export interface Answer {
  status: string;
  says: string;
  fields: Field[];
  isList: boolean;
}

export interface Call {
  id: string;
  method: string;
  path: string;
  says: string;
  areas: string[];
  parameters: Field[];
  body: Field[];
  answers: Answer[];
  example: string;
}

export interface Group {
  id: string;
  title: string;
  calls: Call[];
}

/** By the first word of a path behind /api/panel: the group it belongs to. In this order they are shown. */
const GROUPS: Record<string, string[]> = {
  Leads: ["leads", "lead-details", "drawings", "lost-reasons", "lead-sources"],
  Clients: ["clients", "properties"],
  "Work orders": ["work-orders", "work-order-details"],
  Warranties: ["warranties"],
  Tickets: ["support-tickets", "ticket-details"],
  Inbox: ["enquiries", "visitor-photos"],
  "Activities and next steps": ["activities", "next-steps"],
  "The same person": ["matches", "merges", "conversions"],
};
const BESIDE = "People, branches and search";

const METHODS = ["get", "post", "patch", "delete"];
/** Of shapes within shapes, which would not be read any more. */
const DEEPEST = 3;
const JSON_TYPE = "application/json";

export function groupsOf(document: OpenApi, origin: string): Group[] {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(document, origin, path, method, operation)),
  );
  calls.sort((one, other) => order(one) - order(other) || one.path.localeCompare(other.path));
  return [...Object.keys(GROUPS), BESIDE].map((title) => ({
    id: title.toLowerCase().replaceAll(/\W+/g, "-"),
    title,
    calls: calls.filter(({ path }) => groupOf(path) === title),
  }));
}

/** The list first, then one record, then what is done about it. */
const order = ({ path, method }: Call) => path.split("/").length * 10 + METHODS.indexOf(method.toLowerCase());

const groupOf = (path: string): string =>
  Object.entries(GROUPS).find(([, words]) => words.includes(path.split("/")[3] ?? ""))?.[0] ?? BESIDE;

function callOf(document: OpenApi, origin: string, path: string, method: string, operation: Operation): Call {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method}${path}`.replaceAll(/\W+/g, "-"),
    method: method.toUpperCase(),
    path,
    says: operation.description ?? "",
    areas: operation["x-areas"],
    parameters: (operation.parameters ?? []).map(({ name, required, description, schema }) => ({
      name,
      required,
      says: description ?? sayType(document, schema),
      within: [],
    })),
    body: body ? fieldsOf(document, body.schema) : [],
    answers: Object.entries(operation.responses).map(([status, { description, content }]) => {
      const schema = content?.[JSON_TYPE]?.schema;
      const isList = schema?.type === "array";
      const done = status.startsWith("2");
      return {
        status,
        isList,
        says: done ? (schema ? (isList ? "A list of" : "") : "Done, without a body") : description,
        fields: done && schema ? fieldsOf(document, schema) : [],
      };
    }),
    example: exampleOf(document, origin + filled(path), method, type, body?.schema),
  };
}

const named = (document: OpenApi, schema: Schema): Schema => {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
};

const isNothing = ({ type }: Schema) => type === "null";

/** What a schema is besides null, with the bounds that stand beside the alternatives. */
function coreOf(document: OpenApi, schema: Schema): Schema {
  const { anyOf, ...bounds } = named(document, schema);
  if (!anyOf) return bounds;
  const first = anyOf.find((one) => !isNothing(one));
  return { ...bounds, ...(first && coreOf(document, first)) };
}

const mayBeNull = (document: OpenApi, schema: Schema) => named(document, schema).anyOf?.some(isNothing) ?? false;

function fieldsOf(document: OpenApi, schema: Schema, depth = 0): Field[] {
  const core = coreOf(document, schema);
  if (core.items) return fieldsOf(document, core.items, depth);
  return Object.entries(core.properties ?? {}).map(([name, field]) => ({
    name,
    required: core.required?.includes(name) ?? false,
    says: sayType(document, field) + (mayBeNull(document, field) ? ", or null" : ""),
    within: depth < DEEPEST ? fieldsOf(document, field, depth + 1) : [],
  }));
}

const FORMATS: Record<string, string> = {
  "date-time": "a time, as 2026-03-01T09:00:00Z",
  date: "a day, as 2026-03-01",
  binary: "a picture: JPEG, PNG, GIF or WebP, up to 5 MB",
};

function sayType(document: OpenApi, schema: Schema): string {
  const core = coreOf(document, schema);
  if (core.enum) return `one of ${core.enum.join(", ")}`;
  if (core.format && FORMATS[core.format]) return FORMATS[core.format] as string;
  if (core.items) return `a list: ${sayType(document, core.items)}${core.maxItems ? `, up to ${core.maxItems}` : ""}`;
  if (core.type === "string") return `text${core.maxLength ? `, up to ${core.maxLength} characters` : ""}`;
  if (core.type === "integer") return `a whole number${sayBounds(core)}`;
  if (core.type === "number") return `a number${sayBounds(core)}`;
  if (core.type === "boolean") return "true or false";
  return "an object";
}

function sayBounds({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (maximum !== undefined) return ` up to ${maximum}`;
  return minimum === undefined ? "" : ` from ${minimum}`;
}

/** What a program puts in stands in capitals: curl would take braces for something else. */
const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());

const TOKEN = '-H "Authorization: Bearer $DUSKLINE_TOKEN"';

function exampleOf(document: OpenApi, address: string, method: string, type?: string, body?: Schema): string {
  const lines = [`curl ${address} \\`, `  ${TOKEN}`];
  if (method !== "get") lines[0] = `curl -X ${method.toUpperCase()} ${address} \\`;
  if (type === JSON_TYPE && body) {
    lines.push(`  -H "Content-Type: ${JSON_TYPE}"`, `  -d '${JSON.stringify(sampleOf(document, body), null, 2)}'`);
  } else if (body) lines.push('  -F "image=@photo.jpg"');
  return lines.map((line, at) => (at > 0 && at < lines.length - 1 ? `${line} \\` : line)).join("\n");
}

/** Something that fits: of an object what it requires, or the first thing that may be changed. */
function sampleOf(document: OpenApi, schema: Schema): unknown {
  const core = coreOf(document, schema);
  if (core.enum) return core.enum[0];
  if (core.items) return [];
  if (core.properties) {
    const names = core.required?.length ? core.required : Object.keys(core.properties).slice(0, 1);
    return Object.fromEntries(
      names.map((name) => [name, SAMPLES[name] ?? sampleOf(document, core.properties?.[name] ?? {})]),
    );
  }
  if (core.format === "date-time") return "2026-03-01T09:00:00Z";
  if (core.format === "date") return "2026-03-01";
  if (core.type === "boolean") return true;
  return core.type === "string" ? "..." : (core.minimum ?? 1);
}

const SAMPLES: Record<string, string> = {
  name: "Kim Doe",
  email: "kim@example.com",
  address: "12 Maple Street, Springfield",
  title: "Replace a strip",
  subject: "One strip stays dark",
};

/** The calls that hold every word, in their groups. */
export function found(groups: Group[], words: string): Group[] {
  const looked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (call: Call) => {
    const text = `${call.method} ${call.path} ${call.says}`.toLowerCase();
    return looked.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, calls: group.calls.filter(holds) }))
    .filter(({ calls }) => calls.length > 0);
}
