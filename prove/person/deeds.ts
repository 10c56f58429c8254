import { execFile } from "node:child_process";
import { appendFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GitAnswer, Playground } from "../playground.ts";
import type { Chance } from "../seed.ts";

/** What a person has done so far, and what must be there in the end. */
export interface Diary {
  /** Subjects of commits that the person made, each with the branch it is on. */
  readonly commits: Map<string, "main" | "side">;
  /** Lines that the person added to files of their own and has not committed, by path. */
  readonly edits: Map<string, string>;
  /** The commands that git refused because another program held a lock. */
  refused: number;
  /** How long the person tried the same command again, at most. */
  longestWaitMs: number;
  /** What git refused for another reason. */
  readonly failed: string[];
  done: number;
}

/** A person at work in the checkout, who only touches files in `person/`. */
export interface Person {
  readonly ground: Playground;
  readonly chance: Chance;
  readonly diary: Diary;
  count: number;
}

export interface Deed {
  readonly name: string;
  readonly do: (person: Person) => Promise<void>;
}

const locked =
  /index\.lock|\.lock': File exists|cannot lock ref|is at [0-9a-f]+ but expected|Another git process|could not write index|needs merge/;
/** How long a person tries again: a lock is held for moments, and on a busy machine for seconds. */
const patienceMs = 20_000;
const pauseMs = 20;

/** As a person would do it: one whose git meets a lock tries again. */
async function git(person: Person, ...args: readonly string[]): Promise<GitAnswer> {
  const wait = waitOf(person);
  for (;;) {
    const answer = await run(person.ground, args);
    // Some of git's commands fail at a lock without a word.
    if (answer.code === 0 || (answer.stderr !== "" && !locked.test(answer.stderr))) return answer;
    if (!(await wait())) return answer;
  }
}

/** Waits before another try; false when the person has tried for long enough. */
function waitOf({ diary }: Person): () => Promise<boolean> {
  const from = performance.now();
  return async () => {
    diary.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const waitedMs = performance.now() - from;
    diary.longestWaitMs = Math.max(diary.longestWaitMs, Math.round(waitedMs));
    return waitedMs < patienceMs;
  };
}

/** git as a person starts it, with locks that are not optional. */
function run({ env, repository }: Playground, args: readonly string[]): Promise<GitAnswer> {
  return new Promise((resolve) => {
    execFile("git", args, { cwd: repository, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr });
    });
  });
}

async function must(person: Person, ...args: readonly string[]): Promise<boolean> {
  const { code, stderr, stdout } = await git(person, ...args);
  if (code !== 0) person.diary.failed.push(`git ${args.join(" ")}: ${(stderr + stdout).trim().slice(0, 500)}`);
  return code === 0;
}

async function branchOf(person: Person): Promise<string> {
  return (await run(person.ground, ["branch", "--show-current"])).stdout.trim();
}

async function commit(person: Person): Promise<void> {
  person.count += 1;
  const [path, subject] = [`person/c${String(person.count)}.txt`, `person ${String(person.count)}`];
  writeFileSync(join(person.ground.repository, path), `${subject}\n`);
  const branch = (await branchOf(person)) === "side" ? "side" : "main";
  if (!(await must(person, "add", path))) return;
  if (await must(person, "commit", "-q", "-m", subject, "--", path)) person.diary.commits.set(subject, branch);
}

async function amend(person: Person): Promise<void> {
  // Only a commit of the person's own, and only on their own branch: on main it would take a landing along.
  const own = (await run(person.ground, ["log", "-1", "--format=%s"])).stdout.trim();
  if ((await branchOf(person)) !== "side" || person.diary.commits.get(own) !== "side") return;
  const subject = `${own}, amended`;
  if (!(await must(person, "commit", "-q", "--amend", "--only", "-m", subject))) return;
  person.diary.commits.delete(own);
  person.diary.commits.set(subject, "side");
}

async function edit(person: Person): Promise<void> {
  person.count += 1;
  const path = person.chance.pick(["person/notes.txt", "person/plans.txt"]);
  const line = `${person.diary.edits.get(path) ?? ""}edit ${String(person.count)}\n`;
  appendFileSync(join(person.ground.repository, path), `edit ${String(person.count)}\n`);
  person.diary.edits.set(path, line);
  if (person.chance.next() < 0.5) await must(person, "add", path);
}

async function away(person: Person): Promise<void> {
  const to = (await branchOf(person)) === "side" ? "main" : "side";
  if (!(await must(person, "switch", "-q", to))) return;
  if (to === "side" && person.chance.next() < 0.7) await must(person, "switch", "-q", "main");
}

/** git saves first and cleans up after that; where the second half meets a lock, it is done by hand. */
async function putAside(person: Person): Promise<boolean> {
  const count = async (): Promise<number> => (await run(person.ground, ["stash", "list"])).stdout.split("\n").length;
  const before = await count();
  const wait = waitOf(person);
  for (let again = 0; ; again += 1) {
    const { code, stderr } = await run(person.ground, ["stash", "push", "-q"]);
    if (code === 0) return (await count()) > before;
    if ((await count()) > before) return must(person, "reset", "-q", "--hard");
    if (stderr !== "" && !locked.test(stderr) && again > 3)
      person.diary.failed.push(`git stash push: ${stderr.trim().slice(0, 500)}`);
    if (!(await wait())) return false;
  }
}

async function stash(person: Person): Promise<void> {
  if (!(await putAside(person))) return;
  if (person.chance.next() < 0.5) await commit(person);
  await must(person, "stash", "pop", "-q");
}

async function rebase(person: Person): Promise<void> {
  const isAside = await putAside(person);
  const was = await branchOf(person);
  const wait = waitOf(person);
  for (;;) {
    if ((await run(person.ground, ["rebase", "-q", "main", "side"])).code === 0) break;
    await git(person, "rebase", "--abort");
    if (!(await wait())) break;
  }
  await must(person, "switch", "-q", was);
  if (isAside) await must(person, "stash", "pop", "-q");
}

async function visit(person: Person): Promise<void> {
  const path = join(person.ground.folder, "visit");
  const isOnMain = (await branchOf(person)) === "main";
  if (!(await must(person, "worktree", "add", "-q", path, ...(isOnMain ? ["side"] : ["main"])))) return;
  await run({ ...person.ground, repository: path }, ["status", "--porcelain"]);
  const { code, stderr } = await git(person, "worktree", "remove", "--force", path);
  // A lock that comes into a folder while git deletes it makes git give up, as any other git at work in there would.
  const isInTheWay = code !== 0 && stderr.includes("Directory not empty");
  if (isInTheWay) person.diary.refused += 1;
  else if (code !== 0) person.diary.failed.push(`git worktree remove: ${stderr.trim().slice(0, 500)}`);
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
  if (isInTheWay) await must(person, "worktree", "prune");
}

const tidying: readonly [string, ...string[]] = [
  "gc -q --prune=now",
  "repack -a -d -q",
  "prune --expire=now",
  "gc -q --prune=now --aggressive",
];

async function tidy(person: Person): Promise<void> {
  await run(person.ground, person.chance.pick(tidying).split(" "));
}

export const deeds: readonly [Deed, ...Deed[]] = [
  { name: "commit", do: commit },
  { name: "amend", do: amend },
  { name: "edit", do: edit },
  { name: "switch", do: away },
  { name: "switch", do: away },
  { name: "stash", do: stash },
  { name: "rebase", do: rebase },
  { name: "worktree", do: visit },
  { name: "gc", do: tidy },
];
