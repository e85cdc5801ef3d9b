// The rule about imports (layers.grit) refuses what it should and nothing else: a pattern that matches nothing would never show.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const refused = [
  ["lib", "~/ui/button"],
  ["lib", "../api/client"],
  ["api", "~/ui/toast"],
  ["api", "~/offline/worker"],
  ["offline", "~/ui/toast"],
  ["site", "~/offline/worker"],
  ["ui", "~/api/client"],
  ["ui", "~/forms/form"],
  ["forms", "~/site/slots"],
  ["studio", "~/site/slots"],
  ["studio", "~/panel/user/user"],
  ["site", "~/panel/user/user"],
  ["auth", "~/site/slots"],
  ["panel/shell", "~/site/slots"],
  ["site/seo", "../../routes"],
  ["panel/layout", "~/app"],
  ["panel/shell", "../records/leads/lead"],
  ["panel/schedule/today", "../../records/tickets/ticket"],
  ["panel/records/tickets", "../../people/users/user"],
  ["panel/merging", "../records/leads/lead"],
  ["panel/site/posts", "../../company/settings/route"],
  ["panel/records/leads", "../../layout/layout"],
  ["panel/records/leads", "~/site/slots"],
  ["panel/records/leads", "../../../site/slots"],
  ["panel/company", "../../site/slots"],
  ["panel/user", "../list/list"],
  ["panel/list", "../staff/queries"],
  ["panel/staff", "../any-record/write"],
  ["panel/any-record", "../waiting/own-work"],
  ["panel/any-record/look", "../../shell/guard"],
  ["panel/importing", "../setup/setup"],
  ["panel/waiting", "../shell/guard"],
  ["panel/shell", "../layout/layout"],
  ["forms", "radix-ui"],
] as const;

const allowed = [
  ["api", "~/lib/storage"],
  ["offline", "~/api/client"],
  ["ui", "~/lib/dates"],
  ["ui", "radix-ui"],
  ["forms", "~/api/error"],
  ["site/pages", "../sections/hero"],
  ["site/pages", "~/studio/sheet"],
  ["studio", "~/ui/button"],
  ["panel/layout", "~/offline/worker"],
  ["panel/layout", "../records/leads/lead"],
  ["panel/records/leads", "../clients/client"],
  ["panel/records/tickets", "../../schedule/visits-part"],
  ["panel/schedule/today", "../../pictures/plan"],
  ["panel/company/settings", "../../site/posts/posts"],
  ["panel/shell", "../waiting/own-work"],
  ["panel/any-record/look", "../../list/list"],
  ["panel/records/tickets", "../../merging/matches"],
] as const;

const statements = { static: (path: string) => `import "${path}";`, dynamic: (path: string) => `import("${path}");` };

let folder: string;
let found: Set<string>;

const fileOf = (place: string, path: string, kind: string) =>
  join("app", place, `${path.replaceAll(/\W/g, "-")}.${kind}.ts`);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "layers-"));
  for (const [place, path] of [...refused, ...allowed]) {
    for (const [kind, statement] of Object.entries(statements)) {
      const file = join(folder, fileOf(place, path, kind));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${statement(path)}\n`);
    }
  }
  const biome = join(process.cwd(), "node_modules/.bin/biome");
  const options = [`--config-path=${process.cwd()}`, "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(biome, ["lint", ...options, "."], { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
  found = new Set(diagnostics.filter(({ category }) => category === "plugin").map(({ location }) => location.path));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(refused)("%s does not import %s", (place, path) => {
  for (const kind of Object.keys(statements)) expect(found).toContain(fileOf(place, path, kind));
});

test.each(allowed)("%s may import %s", (place, path) => {
  for (const kind of Object.keys(statements)) expect(found).not.toContain(fileOf(place, path, kind));
});
