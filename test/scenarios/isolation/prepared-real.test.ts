import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";
import { canOverlay } from "../../kit/overlay.ts";
import { shellScore } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const overlays = await canOverlay();
const atOnce = 16;
const sheets = Array.from({ length: atOnce }, (_, number) => ({ id: `part-${String(number)}` }));

/** Kind, mode, time and content of everything in a folder. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const stats = lstatSync(join(folder, name));
    hash.update(JSON.stringify([name, stats.mode, stats.mtimeMs]));
    if (stats.isSymbolicLink()) hash.update(readlinkSync(join(folder, name)));
    else if (stats.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

function install(argv: readonly [string, ...string[]]): void {
  const [program, ...args] = argv;
  execFileSync(program, args, { cwd: kit.repository, stdio: "ignore" });
}

/** Plays sheets at once, each of which uses, removes and installs packages; all land at the first attempt. */
async function playAll(work: string, validation: readonly string[]): Promise<void> {
  const score = shellScore({}, `${work}; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"`, {
    parallel: atOnce,
    sheets,
    validations: [{ command: validation }],
    retry: { attempts: 1, completions: 0 },
  });
  const { states } = await kit.playScore(score);
  expect(new Set(Object.values(states))).toEqual(new Set(["landed"]));
}

const dependencies = { eslint: "9", prettier: "3", typescript: "5", jest: "29", webpack: "5", express: "4" };

describe.skipIf(!overlays)("with nothing configured, sixteen sheets at once land at the first attempt", () => {
  itLong("in a JavaScript repository with more than 300 packages", async () => {
    kit = makeKit({
      "package.json": JSON.stringify({
        name: "x",
        version: "1.0.0",
        dependencies,
        scripts: { test: "eslint --version" },
      }),
      ".gitignore": "node_modules/\n",
    });
    install(["npm", "install", "--no-audit", "--no-fund"]);
    kit.git("add", "--all");
    kit.git("commit", "--quiet", "--message", "lock");
    const before = digestOf(join(kit.repository, "node_modules"));
    const notes = JSON.parse(kit.read("node_modules/.package-lock.json")) as { packages: object };
    expect(Object.keys(notes.packages).length).toBeGreaterThan(300);
    await playAll("npx tsc --version; rm -rf node_modules/webpack; mkdir node_modules/own; npm rm prettier", [
      "npm",
      "test",
    ]);
    expect(digestOf(join(kit.repository, "node_modules"))).toBe(before);
  });

  itLong("in a pnpm workspace", async () => {
    kit = makeKit({
      "package.json": '{"name":"top","version":"1.0.0","private":true}',
      "pnpm-workspace.yaml": 'packages: ["parts/*"]\n',
      "parts/lib/package.json": '{"name":"@x/lib","version":"1.0.0"}',
      "parts/lib/index.js": "module.exports = 'lib';\n",
      "parts/app/package.json":
        '{"name":"@x/app","version":"1.0.0","dependencies":{"@x/lib":"workspace:*","ms":"2.1.3"}}',
      "parts/app/test.js": "if (require('@x/lib') !== 'lib' || require('ms')('1s') !== 1000) process.exit(1);\n",
      ".gitignore": "node_modules/\n",
    });
    install(["npx", "--yes", "pnpm@9", "install"]);
    kit.git("add", "--all");
    kit.git("commit", "--quiet", "--message", "lock");
    const before =
      digestOf(join(kit.repository, "parts/app/node_modules")) + digestOf(join(kit.repository, "node_modules"));
    await playAll(
      "node parts/app/test.js; echo broken >>parts/app/node_modules/ms/index.js; rm -rf node_modules/.pnpm/ms*",
      ["test", "-e", "parts/app/node_modules/@x/lib/index.js"],
    );
    expect(
      digestOf(join(kit.repository, "parts/app/node_modules")) + digestOf(join(kit.repository, "node_modules")),
    ).toBe(before);
  });

  itLong("in a Python repository with a virtual environment", async () => {
    kit = makeKit({ "a.py": "x = 1\n", "requirements.txt": "", ".gitignore": ".venv/\n__pycache__/\n" });
    install(["python3", "-m", "venv", ".venv"]);
    const before = digestOf(join(kit.repository, ".venv"));
    await playAll(
      ".venv/bin/pip --version; .venv/bin/python -m pip uninstall -y setuptools; .venv/bin/python -c 'import a'",
      [".venv/bin/python", "-c", "import sys, a; sys.exit(sys.prefix != __import__('os').path.realpath('.venv'))"],
    );
    expect(digestOf(join(kit.repository, ".venv"))).toBe(before);
  });
});
