// Every form of the panel with a field to type in keeps its words when the session ends: it is built with one of the hooks of
// panel/any-record/draft, or it stands here with the reason why nothing is lost.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Why a file with a field keeps nothing by itself. */
const OTHERWISE: Record<string, readonly string[]> = {
  "its words belong to the form or the screen around it, which keeps them": [
    "site/moderation/submission-card",
    "site/posts/content-field",
    "company/settings/branches/holidays-field",
    "company/settings/branches/hours-field",
    "importing/row-fields",
    "any-record/promised",
    "schedule/today/why",
    "records/work-orders/job-fields",
  ],
  "it asks or narrows, and writes nothing": [
    "company/settings/audit/audit",
    "company/settings/integrations/reference",
    "company/settings/privacy/look-up",
    "reporting/reports/controls",
    "list/toolbar",
    "shell/palette",
  ],
  "it is a secret, which no browser keeps": ["layout/account", "layout/two-step/two-step", "waiting/sign-in-here"],
  "it is a day or a time, and no words": ["site/posts/schedule-dialog"],
};

const FIELD = /<(?:Input|Textarea|(?:Text|Textarea|Email|Phone|Password)Field|ValueField)\b/;
const KEEPS = /\buse(?:Typed|KeptFields|Draft|OrderPart)\(|\buse(?:Typed|KeptFields|Draft)<|<RecordForm\b/;
/** What draft.ts alone does for the panel. */
const BY_HAND = /\buseUnsavedGuard\(|\buseFields\(/;

const keepsNothing = (text: string): boolean => FIELD.test(text) && (!KEEPS.test(text) || BY_HAND.test(text));

const SOURCES = readdirSync("app/panel", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => ({ path: path.slice(0, -".tsx".length), text: readFileSync(join("app/panel", path), "utf8") }));

test("a form of the panel keeps what is typed, or says why not", () => {
  const found = SOURCES.filter(({ text }) => keepsNothing(text)).map(({ path }) => path);
  expect(found.sort()).toEqual(Object.values(OTHERWISE).flat().sort());
});

test.each([
  ['const [words, setWords] = useState(""); <Textarea value={words} />', true],
  ["const form = useFields({ schema, defaults }); <TextField name='note' />", true],
  ["const { typed } = useTyped(name, ''); useUnsavedGuard(other !== ''); <Input value={typed} />", true],
  ["const { typed } = useTyped('note', ''); <Textarea value={typed} />", false],
  ["const { form } = useKeptFields(name, { schema, defaults }); <TextField name='note' />", false],
])("the control: %s", (text, found) => {
  expect(keepsNothing(text)).toBe(found);
});
