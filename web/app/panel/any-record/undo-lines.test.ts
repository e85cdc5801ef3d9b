// An Undo waits for what it takes back, and what is pressed after it waits for the Undo: both writes are about the same.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

interface Write {
  /** What its result is called: itself, or its `write`. */
  names: string[];
  /** Its `about`, as written; what its options are spread from, where they say so; empty where it stands for itself. */
  about: string;
  /** Every name in its `undo`. */
  undoes: string[];
  /** The hook or part of the screen that it stands in. */
  home: ts.Node | undefined;
}

const within = (node: ts.Node, found: (node: ts.Node) => void): void => {
  found(node);
  ts.forEachChild(node, (child) => within(child, found));
};

function namesOf(binding: ts.BindingName): string[] {
  if (ts.isIdentifier(binding)) return [binding.text];
  return binding.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesOf(one.name)));
}

function writeOf(call: ts.CallExpression, source: ts.SourceFile): Write {
  const parent = call.parent;
  const write: Write = {
    names: ts.isVariableDeclaration(parent) ? namesOf(parent.name) : [],
    about: "",
    undoes: [],
    home: ts.findAncestor(call, ts.isFunctionLike),
  };
  const options = call.arguments[0];
  if (!options || !ts.isObjectLiteralExpression(options)) return { ...write, about: options?.getText(source) ?? "" };
  for (const part of options.properties) {
    const name = part.name?.getText(source);
    if (name === "undo" || (ts.isSpreadAssignment(part) && /\bundo:/.test(part.getText(source)))) {
      within(part, (node) => ts.isIdentifier(node) && write.undoes.push(node.text));
    } else if (name === "about") {
      write.about = ts.isPropertyAssignment(part) ? part.initializer.getText(source) : "about";
    } else if (ts.isSpreadAssignment(part) && !write.about) {
      write.about = part.expression.getText(source);
    }
  }
  return write;
}

/** The writes of a file whose Undo is a write about something else, by the name of that. */
function astray(text: string): string[] {
  if (!/\bundo\b/.test(text) || !text.includes("useWrite")) return []; // most files, and reading each as code takes seconds
  const source = ts.createSourceFile("one.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const writes: Write[] = [];
  within(source, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "useWrite") writes.push(writeOf(node, source));
  });
  return writes.flatMap(({ about, undoes, home }) =>
    writes
      .filter((other) => other.home === home && other.names.some((name) => undoes.includes(name)))
      .filter((other) => !about || other.about !== about)
      .map(({ names }) => names.join(" ")),
  );
}

const SOURCES = readdirSync("app/panel", { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join("app/panel", path), "utf8")] as const);

test("an Undo is about what it takes back", () => {
  const found = SOURCES.flatMap(([path, text]) => astray(text).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test("an edit, and what puts it back, stand in the line of their record", () => {
  const writes = readFileSync("app/panel/any-record/edit.ts", "utf8").match(/useWrite\(\{\s*\w+/g);
  expect(writes).toEqual([expect.stringMatching(/line$/), expect.stringMatching(/line$/)]);
});

test.each([
  ["const back = useWrite({ send: undo }); useWrite({ about: [id], undo: () => void back.write(id) });", ["back"]],
  ["const { write: again } = useWrite({ about: [a] }); useWrite({ about: [b], undo: () => again(b) });", ["again"]],
  ["const back = useWrite({ send }); useWrite({ send, undo: () => void back.write(id) });", ["back"]],
  [
    "const back = useWrite({ about: [a] }); useWrite({ about: [b], ...(may && { undo: () => back.write(id) }) });",
    ["back"],
  ],
  ["const back = useWrite({ about: [id] }); useWrite({ about: [id], undo: () => void back.write(id) });", []],
  ["const back = useWrite({ ...options, retries }); useWrite({ ...options, undo: () => back.write(id) });", []],
  ["const back = useWrite(options); useWrite({ ...options, undo: () => back.write(id) });", []],
])("the control: %s", (text, found) => {
  expect(astray(text)).toEqual(found);
});
