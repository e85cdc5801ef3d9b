// No press is swallowed while something is being saved: a form is sent by SubmitButton, which leaves Enter to its fields; nothing is
// `disabled` by a write that is under way; and what is seen to be disabled meanwhile, by `busy`, stands here with its reason.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Why a further press would make no sense, and on which controls. */
const BUSY: Record<string, readonly string[]> = {
  "it makes something, once": [
    "panel/layout/record-page/known",
    "panel/layout/record-page/properties",
    "panel/records/clients/warranties/opened-warranty",
    "panel/records/enquiries/enquiry-card",
    "panel/records/enquiries/sender",
    "panel/records/leads/attach",
    "panel/records/leads/convert",
    "panel/merging/matches",
    "panel/setup/checklist",
    "panel/any-record/calendar-feeds",
  ],
  "it takes something away, or puts it back, once": [
    "panel/site/content/item-list",
    "panel/site/posts/picture-field",
    "panel/company/settings/choice-list",
    "panel/company/settings/integrations/tokens",
    "panel/company/settings/integrations/webhooks",
    "panel/company/settings/mail/bounces",
    "panel/company/settings/setup/sample-data",
    "panel/site/subscribers/subscribers",
    "panel/importing/done-step",
    "panel/importing/match-step",
    "panel/importing/review-step",
    "panel/importing/work-step",
    "panel/reporting/reports/saved-line",
    "panel/layout/account",
    "panel/layout/own-picture",
    "panel/layout/record-page/timeline",
    "panel/people/users/two-step-of",
    "panel/schedule/absences",
  ],
  "it sends or publishes, once": [
    "panel/site/posts/post-card",
    "panel/company/settings/integrations/deliveries",
    "panel/company/settings/mail/letter-card",
    "panel/company/settings/mail/setup",
    "panel/company/settings/privacy/requests",
    "panel/people/users/invitation",
    "panel/people/users/passed-on-link",
    "panel/waiting/log-out-question",
    "site/visit/visit-dialog",
  ],
  "it gives work or a place to somebody, or moves work to other days": [
    "panel/company/settings/branches/standing",
    "panel/company/settings/regions/region-form",
    "panel/people/users/open-work",
    "panel/any-record/assigned",
    "panel/schedule/rain",
  ],
  "the next press means another thing: a step further than the one shown": [
    "panel/site/moderation/submission-card",
    "panel/reporting/dashboard/my-day",
    "panel/layout/notifications",
    "panel/layout/record-page/next-step",
    "panel/any-record/reasons",
    "panel/records/leads/lead-card",
    "panel/records/leads/stages",
    "panel/records/work-orders/aside",
    "panel/records/work-orders/work-order-drawer",
  ],
  "it saves what was typed, and what is typed meanwhile stays to be saved": [
    "panel/pictures/correction",
    "panel/records/work-orders/materials",
    "panel/records/work-orders/notes",
  ],
  "it signs in or out by another way than the form": [
    "auth/code-step",
    "auth/passkey-alone",
    "auth/set-up-step",
    "forms/owed-log-out",
    "panel/waiting/sign-in-here",
  ],
  "it reads, downloads, uploads or draws: nothing is written that a press could add to": [
    "panel/company/settings/privacy/look-up",
    "panel/list/download-button",
    "panel/list/toolbar",
    "panel/schedule/today/today",
    "panel/records/work-orders/photos",
    "studio/edges",
    "studio/finish",
    "studio/start",
    "ui/file-button",
  ],
};

interface Source {
  path: string;
  text: string;
}

interface Found {
  /** What sends a form and is no SubmitButton. */
  submits: boolean;
  /** What is disabled, or read only, while something is under way. */
  disabled: string[];
  /** A button is `busy`. */
  busy: boolean;
}

const SOURCES: Source[] = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
  .map((path) => ({ path: path.slice(0, -".tsx".length), text: readFileSync(join("app", path), "utf8") }));

/** How what is under way is called where others say so. */
const UNDERWAY = /^(busy|underway|pending|[a-z]+ing|is[A-Z]\w*ing|isFetching\w*|isOnItsWay)$/;
/** Names that only look alike. */
const OTHERWISE = new Set([
  "string",
  "missing",
  "nothing",
  "something",
  "setting",
  "heading",
  "drawing",
  "going",
  "standing",
]);
const INERT = new Set(["disabled", "readOnly"]);
/** Those whose `busy` is a button's. */
const BUTTONS = new Set(["Button", "Icon"]);

const each = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node);
  ts.forEachChild(node, (child) => each(child, see));
};

function some(node: ts.Node, is: (node: ts.Node) => boolean): boolean {
  let found = false;
  each(node, (one) => {
    found ||= is(one);
  });
  return found;
}

const waits = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) || (ts.isPropertyAccessExpression(node) && ["then", "finally"].includes(node.name.text));

/** The states that a function sets in which something is waited for, whatever they are called. */
function statesOf(file: ts.Node): Set<string> {
  const setters = new Map<string, string>();
  const found = new Set<string>();
  each(file, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isArrayBindingPattern(node.name)) return;
    const [state, setter] = node.name.elements.map((part) => part.getText());
    if (state && setter && node.initializer?.getText().startsWith("useState(false")) setters.set(setter, state);
  });
  each(file, (node) => {
    if (!ts.isFunctionLike(node) || !some(node, waits)) return;
    each(node, (call) => {
      const state = ts.isCallExpression(call) && setters.get(call.expression.getText());
      if (state && ts.isCallExpression(call) && call.arguments[0]?.kind === ts.SyntaxKind.TrueKeyword) found.add(state);
    });
  });
  return found;
}

/** What a file does with presses; what follows from something that is under way is under way, too. */
function look({ path, text }: Source): Found {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const names = statesOf(file);
  const underway = (node: ts.Node) =>
    some(
      node,
      (one) => ts.isIdentifier(one) && (names.has(one.text) || (UNDERWAY.test(one.text) && !OTHERWISE.has(one.text))),
    );
  each(file, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return;
    const plain = !some(node.initializer, (one) => ts.isFunctionLike(one) || ts.isCallExpression(one));
    if (plain && underway(node.initializer)) names.add(node.name.text);
  });
  const found: Found = { submits: false, disabled: [], busy: false };
  each(file, (node) => {
    if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return;
    for (const part of node.attributes.properties) {
      if (!ts.isJsxAttribute(part)) continue;
      const name = part.name.getText();
      if (name === "type" && part.initializer?.getText() === '"submit"') found.submits = true;
      if (name === "busy" && BUTTONS.has(node.tagName.getText())) found.busy = true;
      if (INERT.has(name) && part.initializer && underway(part.initializer)) found.disabled.push(part.getText());
    }
  });
  return found;
}

const LOOKED = SOURCES.map((source) => ({ path: source.path, found: look(source) }));

const having = (is: (found: Found) => boolean) =>
  LOOKED.filter(({ found }) => is(found))
    .map(({ path }) => path)
    .sort();

test("a form is sent by the one button that leaves Enter to its fields", () => {
  expect(having(({ submits }) => submits)).toEqual(["forms/submit-button"]);
});

test("nothing is disabled by what is under way", () => {
  expect(having(({ disabled }) => disabled.length > 0)).toEqual([]);
});

test("what is seen to be disabled meanwhile has its reason", () => {
  expect(having(({ busy }) => busy)).toEqual(Object.values(BUSY).flat().sort());
});

test.each([
  ["<fieldset disabled={saving} />", "disabled={saving}"],
  ["<Select disabled={reading.busy} />", "disabled={reading.busy}"],
  ["<Textarea readOnly={saving} />", "readOnly={saving}"],
  ["const idle = !saving && !conflict; const x = <Button disabled={!idle} />;", "disabled={!idle}"],
  [
    "const [away, setAway] = useState(false); async function go() { setAway(true); await send(); } <Button disabled={away} />;",
    "disabled={away}",
  ],
])("the control: %s is found", (text, disabled) => {
  expect(look({ path: "own", text }).disabled).toEqual([disabled]);
});

test("the control: another way to send, and a further button, are found", () => {
  expect(look({ path: "own", text: '<Button type="submit" busy={busy} />' })).toEqual({
    submits: true,
    disabled: [],
    busy: true,
  });
});
