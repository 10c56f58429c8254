import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitSha } from "../src/base/ids.ts";
import type { Context } from "../src/isolation/context.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Stage, scriptFrom } from "./pool/acts.ts";
import { type PoolYard, commitFiles, openPoolYard } from "../test/kit/pool-yard.ts";
import { caseSeed, chanceFrom } from "./seed.ts";

/** The next user of a context's files finds nothing of what an agent did there before. */
export const pool: Part = {
  name: "pool",
  summary: "contexts used by random hostile tasks, one after the other: the next sees nothing of the last",
  defaultCount: 1000,
  run: provePool,
};

const atOnce = 4;
const levels = ["clone", "clone", "full", "directory", "worktree"] as const;

async function provePool({ count, seed, say }: PartOrder): Promise<PartResult> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tutti-pool-")));
  try {
    const repository = join(root, "repository");
    const commits = makeCommits(repository);
    const yard = await openPoolYard(root, repository, { trees: 8 });
    const outside = join(root, "outside");
    mkdirSync(outside);
    const clean = await cleanSights(yard, commits);
    const failures: { seed: number; what: string }[] = [];
    // What an agent did is looked for in the next contexts: the acts of all before count.
    const last = new Map<string, string>();
    const queue = Array.from({ length: count }, (_, at) => at).entries();
    const work = async (): Promise<void> => {
      for (const [at] of queue) {
        const own = caseSeed(seed, at);
        const chance = chanceFrom(own);
        const [commit, level] = [chance.pick(commits), chance.pick(levels)];
        yard.store.warm?.expect("prove", chance.whole(3));
        const context = await yard.make(`use-${String(at)}`, { commit, level });
        const seen = await sightOf(yard, context);
        const found = differenceOf(clean.get(`${level} ${commit}`) ?? "", seen);
        if (found !== undefined)
          failures.push({
            seed: own,
            what: `use ${String(at)} saw ${found}; before: ${[...last.values()].join(" | ")}`,
          });
        const { script, what } = scriptFrom(chance, `mark${String(at)}`, { ...stage, outside });
        last.set(context.id, `${String(at)}: ${what}`);
        if (last.size > 24) last.delete(last.keys().next().value ?? "");
        await yard.act(context, `exec 2>/dev/null </dev/null\n${script}`);
        await yard.leave(context);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const { taken, missed, filled, salvaged } = yard.pool.figures();
    await yard.pool.close();
    await yard.settled();
    say(
      `${String(taken)} contexts got a tree that waited, ${String(missed)} did not; ${String(filled)} trees were filled, ${String(salvaged)} made of files of used ones${yard.isContained ? "" : " (agents' processes are not contained here, so none is)"}`,
    );
    return {
      tried: count,
      failures,
      figures: { "trees used again": salvaged, "seen of the last user": failures.length },
    };
  } finally {
    execFileSync("chmod", ["-R", "u+rwX", root], { stdio: "ignore" });
    rmSync(root, { recursive: true, force: true });
  }
}

const files = Array.from(
  { length: 60 },
  (_, at) => `part-${String(at % 4)}/room-${String(at % 3)}/file-${String(at)}.txt`,
);
const stage: Omit<Stage, "outside"> = {
  files: files as [string, ...string[]],
  folders: ["part-0", "part-1/room-1", "part-2/room-0", "part-3/room-2", "part-2"],
};

/** Commits between which files change, come and go, become folders, and are converted in another way. */
function makeCommits(repository: string): [CommitSha, ...CommitSha[]] {
  const text = (at: number): string => `line ${String(at)}\n`.repeat(1 + (at % 9));
  const first = Object.fromEntries(files.map((name, at) => [name, text(at)]));
  const one = commitFiles(repository, { ...first, ".gitignore": "ignored\n*.ignored\n", top: "top\n" });
  const two = commitFiles(repository, { "part-0/room-0/file-0.txt": "other\n", "part-9/new": "new\n", top: null });
  const three = commitFiles(repository, { "top/is/a/folder": "now\n", ".gitattributes": "*.txt eol=crlf\n" });
  return [one, two, three];
}

/** What a context looks like that was made for the first time. */
async function cleanSights(yard: PoolYard, commits: readonly CommitSha[]): Promise<ReadonlyMap<string, string>> {
  const sights = new Map<string, string>();
  for (const level of new Set(levels))
    for (const [at, commit] of commits.entries()) {
      const context = await yard.make(`clean-${level}-${String(at)}`, { commit, level, isCold: true });
      sights.set(`${level} ${commit}`, await sightOf(yard, context));
    }
  return sights;
}

/** Every name, kind, mode, link, attribute and byte, and what git says; without what differs between any two. */
async function sightOf(yard: PoolYard, context: Context): Promise<string> {
  const seen = await yard.act(context, look);
  return seen.replaceAll(context.path, "PATH").replaceAll(context.id, "ID");
}

const walk = `
import os, stat, hashlib
for root, folders, names in os.walk(".", followlinks=False):
    folders.sort()
    for name in [""] + sorted(folders + names):
        path = os.path.join(root, name) if name else root
        if os.path.isdir(path) and name and not os.path.islink(path): continue
        s = os.lstat(path)
        if stat.S_ISLNK(s.st_mode): what = os.readlink(path)
        elif stat.S_ISREG(s.st_mode): what = "" if path == "./.git/index" else hashlib.sha256(open(path, "rb").read()).hexdigest()
        else: what = ""
        if path == "./.git" and stat.S_ISREG(s.st_mode): what = ""
        links = s.st_nlink if stat.S_ISREG(s.st_mode) else 0
        print(path, oct(s.st_mode), s.st_uid, s.st_gid, links, what, os.listxattr(path, follow_symlinks=False))
`;
const look = [
  `python3 - <<'END'\n${walk}\nEND`,
  // Refs, logs, stashes and configuration are files. In a worktree all share them, as docs/isolation.md says.
  "test -d .git && git status --porcelain --ignored && git ls-files -v --stage",
].join("\n");

function differenceOf(clean: string, seen: string): string | undefined {
  if (clean === seen && clean !== "") return undefined;
  const [before, after] = [clean.split("\n"), seen.split("\n")];
  const [more, less] = [after.filter((line) => !before.includes(line)), before.filter((line) => !after.includes(line))];
  return JSON.stringify({ more: more.slice(0, 4), less: less.slice(0, 4) });
}
