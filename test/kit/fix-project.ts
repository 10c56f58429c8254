import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { FixReport } from "../../src/fix/report/shape.ts";
import { hermetic, untidied } from "./new-repository.ts";
import type { CliEnd } from "./built.ts";
import { type Kit, makeKit } from "./kit.ts";
import { type Files, writeFiles } from "./repository.ts";

/** A project of a user's that `tutti fix` is asked about, with the built command line. */
export interface FixProject extends Kit {
  /** `tutti fix`, with its report as JSON. */
  fix(...args: readonly string[]): FixEnd;
  commit(files: Files): void;
  put(files: Files): void;
  /** Of main, the newest first, without what was there before `tutti fix`. */
  landed(): readonly Landed[];
  /** The bytes of a file of main; git is asked for them, nothing is converted. */
  bytes(path: string): Buffer;
  /** All that git and the user's folder hold, in one word: two are the same when nothing was changed. */
  picture(): string;
  /** Contexts that `tutti worktree list` knows of. */
  worktrees(): readonly unknown[];
  verified(): CliEnd;
}

export interface FixEnd extends CliEnd {
  readonly report: FixReport;
}

export interface Landed {
  readonly subject: string;
  readonly body: string;
  /** As `git log --raw` tells them: `M path`. */
  readonly files: readonly string[];
}

interface ProjectHow {
  /** Other keys of `.tutti/fix.yaml`. */
  readonly settings?: object;
  /** The text of a module that runs in the context of a sheet: who fixes. */
  readonly agent?: string;
  readonly plain?: true;
}

/**
 * `marks` is the project's own tool: it finds each line with `BAD-` in text files. It is cheap, so tests can ask it
 * about a hundred contexts.
 */
export const marksTool = {
  command: ["sh", "tools/marks.sh"],
  pattern: String.raw`^(?P<file>.+?):(?P<line>\d+):.*?(?P<code>BAD-[A-Z]+)(?P<message>.*)$`,
  reach: "file",
  files: ["*.txt"],
};

/** Ends well with findings and without: grep alone says by its code that it found nothing. */
export const marksScript = `LC_ALL=C grep -anHE 'BAD-[A-Z]+' -- "$@"; test $? -le 1\n`;

/**
 * The text of an agent that fixes by looking at the files. A line `BAD-A w-some` belongs to the sheet whose prompt has
 * the word `w-some`; all of its marks are fixed, unless `acts` says by that word what is done instead. An act has
 * `path` (of the file with the mark), `text`, `write(path, content)`, `fixed(text)` and `fs`.
 */
export function fixerBy(acts: Readonly<Record<string, string>> = {}): string {
  const table = Object.entries(acts).map(
    ([word, act]) => `[${JSON.stringify(word)}, async (path, text) => { ${act} }]`,
  );
  return `
import fs from "node:fs";
import { dirname } from "node:path";
const attempt = Number(process.env.TUTTI_ATTEMPT);
const fixed = (text) => text.replaceAll(/BAD-[A-Z]+/g, "good");
const write = (path, content, mode) => {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, content, typeof content === "string" ? "latin1" : null);
  if (mode !== undefined) fs.chmodSync(path, mode);
};
const acts = new Map([${table.join(",\n")}]);
let prompt = "";
for await (const part of process.stdin) prompt += part;
const filesOf = (folder) => fs.readdirSync(folder || ".", { withFileTypes: true }).flatMap((entry) => {
  const path = folder + entry.name;
  if (entry.isDirectory()) return [".git", "node_modules"].includes(entry.name) ? [] : filesOf(path + "/");
  return entry.isFile() ? [path] : [];
});
for (const path of filesOf("")) {
  const text = fs.readFileSync(path, "latin1");
  const word = /(?:BAD-[A-Z]+|var) (w[-_][a-z]+)/.exec(text)?.[1];
  if (word === undefined || !prompt.includes(word)) continue;
  const act = acts.get(word) ?? ((its, said) => void write(its, fixed(said)));
  await act(path, text);
}
`;
}

const made: Kit[] = [];
afterAll(() => {
  for (const kit of made.splice(0)) kit.dispose();
});

export function makeFixProject(
  files: Files,
  { settings = {}, agent = fixerBy(), ...how }: ProjectHow = {},
): FixProject {
  const kit = makeKit({}, how);
  made.push(kit);
  const script = join(kit.root, "agent.mjs");
  writeFileSync(script, agent);
  const written = {
    agent: { command: [process.execPath, script] },
    tools: { marks: marksTool },
    tests: "none",
    ...settings,
  };
  const put = (more: Files): void => {
    writeFiles(kit.repository, more);
  };
  const commit = (more: Files): void => {
    put(more);
    kit.git("add", "--all", "--force");
    kit.git(...untidied, "commit", "--quiet", "--allow-empty", "--message", "more");
  };
  // JSON is YAML.
  const all = { "tools/marks.sh": marksScript, ".tutti/fix.yaml": JSON.stringify(written), ...files };
  if (how.plain === true) put(all);
  else commit(all);
  const first = how.plain === true ? "" : kit.git("rev-parse", "HEAD").trim();
  return {
    ...kit,
    put,
    commit,
    fix: (...args) => {
      const end = kit.cli("fix", "--json", ...args);
      return Object.defineProperty(end, "report", { get: () => reportIn(end) }) as FixEnd;
    },
    landed: () => landedSince(kit, first),
    bytes: (path) => execFileSync("git", ["cat-file", "blob", `main:${path}`], { cwd: kit.repository, env: hermetic }),
    picture: () => collisionsOf(kit),
    worktrees: () =>
      (JSON.parse(kit.cli("worktree", "list", "--json").out) as { contexts: readonly unknown[] }).contexts,
    verified: () => kit.cli("verify"),
  };
}

function reportIn(end: CliEnd): FixReport {
  try {
    return JSON.parse(end.out) as FixReport;
  } catch {
    throw new Error(`no report, exit code ${String(end.code)}: ${end.out}${end.err}`);
  }
}

function landedSince(kit: Kit, first: string): readonly Landed[] {
  const log = kit.git(
    "-c",
    "core.quotePath=false",
    "log",
    "-z",
    "--format=%x01%s%x02%b%x02",
    "--name-status",
    "--no-renames",
    `${first}..main`,
  );
  return log.split("\u0001").flatMap((entry) => {
    const [subject, body = "", names = ""] = entry.split("\u0002");
    if (subject === undefined || subject === "") return [];
    const words = names
      .split("\0")
      .map((word) => word.trimStart())
      .filter((word) => word !== "");
    const files = words.flatMap((word, place) => (place % 2 === 0 ? [`${word} ${words[place + 1] ?? ""}`] : []));
    return [{ subject, body, files }];
  });
}

function collisionsOf(kit: Kit): string {
  const picture = createHash("sha256");
  const status = execFileSync("git", ["--no-optional-locks", "status", "--porcelain", "--ignored"], {
    cwd: kit.repository,
    env: hermetic,
  });
  picture
    .update(status)
    .update(kit.git("for-each-ref"))
    .update(readFileSync(join(kit.repository, ".git", "index")));
  for (const entry of readdirSync(kit.repository, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes("/.git/")) picture.update(path).update(readFileSync(path));
  }
  return picture.digest("hex");
}
