// Makes app/api/schema.d.ts, app/api/rules.ts and app/api/open-calls.ts from the server's own description of its calls. `--check` only says
// whether they are fresh.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TYPES = "app/api/schema.d.ts";
const RULES = "app/api/rules.ts";
const OPEN = "app/api/open-calls.ts";
// DUSKLINE_PYTHON names another interpreter that has the server's packages.
const python = process.env.DUSKLINE_PYTHON ?? ".venv/bin/python";
const document = execFileSync(python, ["-m", "duskline", "openapi"], {
  cwd: "..",
  encoding: "utf8",
  maxBuffer: 1 << 26,
});

/** The types of every call. */
function typesOf(document) {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  try {
    const source = join(folder, "openapi.json");
    const made = join(folder, "schema.d.ts");
    writeFileSync(source, document);
    execFileSync("node_modules/.bin/openapi-typescript", [source, "-o", made, "--default-non-nullable", "false"]);
    return readFileSync(made, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rules that types cannot say and forms need before anything is sent. */
function rulesOf(document) {
  const { components, paths } = JSON.parse(document);
  const { CheckEmail, NewChoice, NewPhoto } = components.schemas;
  const { email } = CheckEmail.properties;
  const photo = paths["/api/gallery"].post.requestBody.content["multipart/form-data"].schema;
  const wording = ({ const: only, enum: [version] = [only], description }) => {
    const words = `  words: "${description}",`;
    return `{\n  version: "${version}",\n${words.length > 120 ? words.replace(": ", ":\n    ") : words}\n}`;
  };
  return `// Made by \`npm run types\` from the server's own rules.

export const EMAIL =
  ${new RegExp(email.pattern)};
export const LONGEST_EMAIL = ${email.maxLength};
export const LONGEST_CHOICE = ${NewChoice.properties.words.maxLength};
/** What senders of photos agree to now, and what staff say of the company's own. */
export const SENDERS_CONSENT = ${wording(photo.properties.consent)} as const;
export const OWNERS_CONSENT = ${wording(NewPhoto.properties.consent)} as const;
`;
}

/** The calls that need no session and can answer 401 all the same. Those that need one say what they do about a session of somebody else's. */
function openCallsOf(document) {
  const calls = Object.entries(JSON.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses[401] && !responses[412])
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  return `// Made by \`npm run types\` from the server's own description.

/** Calls without a session: their 401 says that a password, a code or a passkey was wrong, and ends nothing. */
export const OPEN_CALLS = [
${calls.map((call) => `  "${call}",`).join("\n")}
];
`;
}

const fresh = { [TYPES]: typesOf(document), [RULES]: rulesOf(document), [OPEN]: openCallsOf(document) };
for (const [file, text] of Object.entries(fresh)) {
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${file} is not what the server says now: run \`npm run types\`.`);
    process.exitCode = 1;
  }
}
