// Makes app/api/schema.d.ts from the server's own description of its calls. `--check` only says whether it is fresh.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FILE = "app/api/schema.d.ts";
// DUSKLINE_PYTHON names another interpreter that has the server's packages.
const python = process.env.DUSKLINE_PYTHON ?? "../.venv/bin/python";
const document = execFileSync(python, ["-m", "duskline", "openapi"], {
  cwd: "..",
  encoding: "utf8",
  maxBuffer: 1 << 26,
});

const folder = mkdtempSync(join(tmpdir(), "types-"));
try {
  const source = join(folder, "openapi.json");
  const made = join(folder, "schema.d.ts");
  writeFileSync(source, document);
  execFileSync("node_modules/.bin/openapi-typescript", [source, "-o", made, "--default-non-nullable", "false"]);
  const types = readFileSync(made, "utf8");
  if (!process.argv.includes("--check")) writeFileSync(FILE, types);
  else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== types) {
    console.error(`${FILE} is not what the server says now: run \`npm run types\`.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
