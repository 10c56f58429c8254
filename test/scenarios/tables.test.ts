import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { reportError } from "../../src/cli/report-error.ts";
import { runCommandLine } from "../../src/cli/tree/tree.ts";
import { tempFolder } from "../kit/folders.ts";
import { listening } from "../kit/listening.ts";
import { makeRepository } from "../kit/repository.ts";

/** What the commands that list something print, of one home that has some of everything. */
const commands: readonly (readonly string[])[] = [
  ["list"],
  ["status", "mixed"],
  ["status", "held"],
  ["errors", "mixed"],
  ["diagnose", "mixed"],
  ["explain", "mixed/bad"],
  ["explain", "mixed/after"],
  ["queue"],
  ["pulls"],
  ["review", "held"],
  ["gates"],
  ["verify", "mixed"],
  ["radar"],
  ["snapshots", "mixed/bad"],
  ["show", "mixed/bad"],
  ["worktree", "list"],
  ["clean", "--dry-run"],
  ["agents", "list"],
  ["stats"],
  ["report", "mixed"],
  ["conductor-status"],
  ["status", "nothing-like-it"],
  ["logs"],
];

const home = join(tempFolder(), "home");
const settings = tempFolder();
const repository = makeRepository({
  "a.txt": "a\n",
  ".tutti/gates.yaml": "gates:\n  - name: tests\n    run: test -f a.txt\n",
}).path;

/** Stubs end with each test. */
function stub(): void {
  for (const [name, value] of Object.entries({
    TUTTI_HOME: home,
    TUTTI_LOCAL: "1",
    TUTTI_DISK_WARNING_GB: "0",
    TUTTI_DISK_FLOOR_GB: "0",
    XDG_CONFIG_HOME: settings,
    PATH: "/usr/bin:/bin",
  }))
    vi.stubEnv(name, value);
  vi.spyOn(process, "cwd").mockReturnValue(repository);
}

beforeAll(async () => {
  stub();
  const retry = { attempts: 2, completions: 0, base_delay: "0s", max_delay: "0s" };
  const play = async (score: object): Promise<void> => {
    const path = join(tempFolder(), "score.yaml");
    writeFileSync(
      path,
      JSON.stringify({ agent: "scripted", isolation: { mode: "clone" }, parallel: 1, retry, ...score }),
    );
    await run(["run", path, "--repo", repository]);
  };
  await play({
    name: "mixed",
    sheets: [
      { id: "good", prompt: "create good.txt good" },
      { id: "bad", after: ["good"], prompt: "create bad.txt bad", validations: [{ command: "false" }] },
      { id: "after", prompt: "create after.txt after", after: ["bad"] },
    ],
  });
  await play({ name: "held", landing: "approve", sheets: [{ id: "wait", prompt: "create wait.txt wait" }] });
});

beforeEach(stub);

async function run(args: readonly string[], columns?: number): Promise<string> {
  const { terminal, out, err } = listening();
  const wide = columns === undefined ? terminal : { ...terminal, outColumns: () => columns };
  const code = await runCommandLine(wide, ["node", "tutti", ...args], false).catch((error: unknown) =>
    reportError(wide, error, false),
  );
  return [`exit ${String(code)}`, ...out, ...err.map((line) => `! ${line}`)].map(steady).join("\n");
}

/** Without what differs from run to run; how columns are aligned is tested where tables are made. */
function steady(line: string): string {
  const same = (text: string, mark: string): string => mark.repeat(text.length);
  return line
    .replaceAll(new RegExp(`(?:${tmpdir()}|/tmp)/[^\\s,;:)'"]*(?:'s repo)?[^\\s,;:)'"]*`, "g"), "PATH")
    .replaceAll(/\b(mixed|held)-[0-9a-z]{6}\b/g, "$1-xxxxxx")
    .replaceAll(/\b[0-9a-f]{40}\b|\b[0-9a-f]{10}\b|\b[0-9a-f]{7}\b/g, (text) =>
      /\d/.test(text) ? same(text, "0") : text,
    )
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?|\b\d\d:\d\d(?::\d\d)?\b/g, "TIME")
    .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s|min|h|d|kB|MB|GB|B)\b/g, "N")
    .replaceAll(/process \d+/g, "process N")
    .replaceAll(/just now|N ago/g, "AGO")
    .replaceAll(/(\S) {2,}/g, "$1  ")
    .trimEnd();
}

it.each(commands.map((args) => ({ args, name: args.join(" ") })))(
  "tutti $name prints the same as ever",
  async ({ args }) => {
    expect(await run(args)).toMatchSnapshot();
  },
);

it.each([
  "list",
  "status mixed",
  "queue",
  "gates",
  "snapshots mixed/bad",
  "worktree list",
  "agents list",
  "errors mixed",
])("tutti %s fits 60 columns", async (words) => {
  expect(await run(words.split(" "), 60)).toMatchSnapshot();
});
