import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reportError } from "../../src/cli/report-error.ts";
import { declareCommands, makeProgram, runCommandLine } from "../../src/cli/tree/tree.ts";
import { tempFolder } from "../kit/folders.ts";
import { listening } from "../kit/listening.ts";
import { makeRepository } from "../kit/repository.ts";

/** The output of the commands that list something, for one home that has some of everything. */
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

const score = join(tempFolder(), "score.yaml");

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
  writeFileSync(score, "name: small\nagent: scripted\nsheets:\n  - id: one\n    prompt: print hi\n");
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
  await run(["schedule", "add", score, "--every", "1h", "--repo", repository]);
  await run(["env", "create", "an-environment-with-a-long-name", "--repo", repository, "--base", "main"]);
  await play({ name: "held", landing: "approve", sheets: [{ id: "wait", prompt: "create wait.txt wait" }] });
});

beforeEach(stub);

async function run(args: readonly string[], columns?: number): Promise<string> {
  const { code, out, err } = await said(args, columns);
  return [`exit ${String(code)}`, ...out, ...err.map((line) => `! ${line}`)].map(steady).join("\n");
}

interface Said {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

async function said(args: readonly string[], columns?: number): Promise<Said> {
  const { terminal, out, err } = listening();
  const wide = columns === undefined ? terminal : { ...terminal, outColumns: () => columns };
  const code = await runCommandLine(wide, ["node", "tutti", ...args], false).catch((error: unknown) =>
    reportError(wide, error, false),
  );
  return { code, out, err };
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

/** Every command that only looks, and the words that it is called with in a home that has some of everything. */
const looking: Readonly<Record<string, string>> = {
  "schedule list": "",
  "queue list": "",
  "gates list": "",
  "pulls list": "",
  "learn stats": "",
  "learn evaluate": "",
  "learn patterns": "",
  "learn why": "no-such-pattern",
  "learn drift": "",
  "learn export": "",
  "worktree list": "",
  "worktree show": "no-such-context",
  "agents list": "",
  "env list": "",
  "env show": "no-such-environment",
  "env check": "",
  "repos list": "",
  "config show": "",
  "config path": "",
  "config check": "",
  "limits list": "",
  "notify list": "",
  review: "held",
  verify: "mixed",
  radar: "",
  status: "mixed",
  list: "",
  logs: "mixed/bad",
  events: "",
  history: "mixed",
  errors: "mixed",
  diagnose: "mixed",
  explain: "mixed/bad",
  compare: "mixed",
  report: "mixed",
  stats: "",
  snapshots: "mixed/bad",
  show: "mixed/bad",
  diff: "mixed/bad",
  clean: "--dry-run",
  validate: "SCORE",
  import: "SCORE",
  schema: "",
  doctor: "",
  "store show": "",
  "conductor-status": "",
  completion: "bash",
  fix: "--dry-run",
  help: "landing",
};

/** They change something, start something, or never end. */
const acting: ReadonlySet<string> = new Set([
  ...["task", "run", "plan", "resume", "demo", "pause", "cancel", "retry", "modify", "archive", "tell", "recover"],
  ...[
    "attach",
    "shell",
    "approve",
    "undo",
    "top",
    "dashboard",
    "restore",
    "fork",
    "init",
    "start",
    "stop",
    "restart",
    "mcp",
  ],
  ...["acp", "service", "schedule add", "schedule pause", "schedule resume", "schedule remove", "queue pause"],
  ...["queue resume", "queue reorder", "queue eject", "gates check", "gates hooks", "gates forget", "pulls sync"],
  ...["learn add", "learn accept", "learn import", "learn forget", "worktree remove", "worktree prune"],
  ...["worktree adopt", "worktree unlock", "agents check", "env create", "env edit", "env remove", "repos add"],
  ...["repos sync", "repos remove", "config set", "limits clear", "notify test", "merge", "merge-driver install"],
  ...[
    "merge-driver uninstall",
    "merge-driver run",
    "forge watch",
    "store migrate",
    "worker",
    "fleet add",
    "fleet cordon",
  ],
  ...["fleet uncordon", "fleet drain", "fleet remove", "fleet status", "fleet doctor"],
]);

it("every command is one that looks or one that acts", async () => {
  const program = makeProgram({ err: () => undefined }, false);
  const perform = () => () => Promise.resolve();
  await declareCommands(program, perform, () => true);
  const all = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((part) => `${command.name()} ${part.name()}`),
  );
  expect(all.toSorted()).toEqual([...Object.keys(looking), ...acting].toSorted());
});

const calls = Object.entries(looking).map(([name, more]) => ({
  name,
  words: `${name} ${more}`
    .trim()
    .split(" ")
    .map((word) => (word === "SCORE" ? score : word)),
}));

/** Lines of two headings or more, and the rows below them: those with a gap before the second column. */
function tablesIn(lines: readonly string[]): readonly string[] {
  let second: number | null = null;
  return lines.filter((line) => {
    const head = /^(?<first> *[A-Z$][^a-z]*? {2,})[A-Z$][^a-z]*$/.exec(line)?.groups?.["first"];
    if (head !== undefined) second = head.length;
    else if (line.trim() === "") second = null;
    return second !== null && (head !== undefined || line.slice(second - 2, second) === "  ");
  });
}

describe.each(calls)("tutti $name", ({ words }) => {
  it.each([60, 80])("has no table that is wider than %s columns", async (columns) => {
    const { out } = await said(words, columns);
    expect(tablesIn(out.flatMap((text) => text.split("\n"))).filter((line) => line.length > columns)).toEqual([]);
  });

  it("prints its results and its errors, and nothing else, with --quiet", async () => {
    const [loud, quiet] = [await said(words), await said(["--quiet", ...words])];
    expect([quiet.code, ...quiet.out.map(steady)]).toEqual([loud.code, ...loud.out.map(steady)]);
    const isSaid = quiet.out.length + quiet.err.length > 0;
    expect(quiet.code === 0 ? quiet.err : isSaid).toEqual(quiet.code === 0 ? [] : true);
  });
});

it("tables are met among them: the rule above looks at something", async () => {
  const met = [];
  for (const { name, words } of calls) {
    const { out } = await said(words, 200);
    if (tablesIn(out.flatMap((text) => text.split("\n"))).length > 0) met.push(name);
  }
  expect(met).toEqual([
    ...["schedule list", "queue list", "gates list", "learn stats", "learn evaluate", "learn drift", "worktree list"],
    ...["agents list", "env list", "config show", "status", "list", "snapshots"],
  ]);
});
