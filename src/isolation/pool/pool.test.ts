import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { type PoolYard, commitFiles, openPoolYard } from "../../../test/kit/pool-yard.ts";
import type { CommitSha, ContextId } from "../../base/ids.ts";
import type { Context } from "../context.ts";
import { sweepUnfinished } from "../records/sweep.ts";
import type { WarmTrees } from "./warm.ts";
import { ownerName, thisOwner } from "../../process/tree/owner.ts";

const names = Array.from({ length: 40 }, (_, at) => `part-${String(at % 4)}/file-${String(at)}.txt`);
const files = Object.fromEntries(names.map((name, at) => [name, `${String(at)}\n`.repeat(9)]));

interface Yard extends PoolYard {
  readonly repository: string;
  readonly commit: CommitSha;
  /** A tree waits. */
  warmUp(): Promise<void>;
}

async function openYard(trees = 4): Promise<Yard> {
  const root = tempFolder();
  const repository = join(root, "repository");
  const commit = commitFiles(repository, files);
  const yard = await openPoolYard(root, repository, { trees });
  const warmUp = async (): Promise<void> => {
    await yard.refill(commit);
    tick(root);
  };
  return { ...yard, repository, commit, warmUp };
}

/** Until the file system's clock has gone on: what changes in one tick of it can't be told apart. */
function tick(folder: string): void {
  const at = (): number => {
    writeFileSync(join(folder, "tick"), "");
    return lstatSync(join(folder, "tick")).ctimeMs;
  };
  const before = at();
  while (at() === before);
}

function requireWarm({ store: { warm } }: Yard): WarmTrees {
  if (warm === undefined) throw new Error("no pool");
  return warm;
}

function contentOf({ path }: Pick<Context, "path">): readonly string[] {
  const found = readdirSync(path, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name !== "index")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file.slice(path.length)} ${lstatSync(file).mode.toString(8)} ${readFileSync(file, "latin1")}`)
    .toSorted();
}

it("trees of a commit that is named wait before any context was made", async () => {
  const yard = await openYard();
  requireWarm(yard).expect("job", 2, yard.commit);
  await yard.settled();
  expect(yard.pool.figures()).toMatchObject({ filled: 2, trees: 2, missed: 0 });
  const other = commitFiles(yard.repository, { "new.txt": "new\n" });
  requireWarm(yard).expect("job", 2, other);
  await yard.settled();
  expect(contentOf(await yard.make("first", { commit: other }))).toContain(
    contentOf(await yard.make("cold", { commit: other, isCold: true })).find((line) => line.startsWith("/new.txt")),
  );
  expect(yard.pool.figures()).toMatchObject({ taken: 1, missed: 0 });
});

const status = (yard: Yard, context: Context): Promise<string> => yard.act(context, "git status --porcelain --ignored");

it("a context of a tree that waited is the same as one that is made on the spot", async () => {
  const yard = await openYard();
  await yard.warmUp();
  const warm = await yard.make("warm", { commit: yard.commit });
  const cold = await yard.make("cold", { commit: yard.commit, isCold: true });
  expect(yard.pool.figures()).toMatchObject({ filled: 1, taken: 1, missed: 1, trees: 0 });
  expect(contentOf(warm)).toEqual(contentOf(cold));
  expect(lstatSync(warm.path).mode).toBe(lstatSync(cold.path).mode);
  expect(await status(yard, warm)).toBe("");
  await yard.pool.close();
});

it("a tree of another commit is moved to the one that is wanted, unless files would be converted in another way", async () => {
  const yard = await openYard();
  await yard.warmUp();
  const next = commitFiles(yard.repository, {
    [names[0] ?? ""]: "changed\n",
    [names[1] ?? ""]: null,
    "new/file": "n\n",
  });
  const moved = await yard.make("moved", { commit: next });
  expect(contentOf(moved)).toEqual(contentOf(await yard.make("cold", { commit: next, isCold: true })));
  expect([await status(yard, moved), yard.pool.figures().taken]).toEqual(["", 1]);
  await yard.leave(moved);
  const crlf = commitFiles(yard.repository, { ".gitattributes": "*.txt eol=crlf\n" });
  const anew = await yard.make("anew", { commit: crlf });
  expect(contentOf(anew)).toEqual(contentOf(await yard.make("cold-2", { commit: crlf, isCold: true })));
  expect(yard.pool.figures()).toMatchObject({ taken: 1, missed: 2 });
  await yard.pool.close();
});

it("files that a task left as they were are used again, and no others", async () => {
  const yard = await openYard();
  await yard.warmUp();
  const used = await yard.make("used", { commit: yard.commit });
  if (!yard.isContained) return;
  // A new file may get the number of one that is gone.
  const born = (context: Context): readonly string[] =>
    names.map((name) => lstatSync(join(context.path, name), { bigint: true })).map((s) => `${s.ino} ${s.birthtimeNs}`);
  const [edited = "", kept = ""] = names;
  const [before, { mtime }] = [born(used), lstatSync(join(used.path, edited))];
  writeFileSync(join(used.path, edited), "x\n".repeat(9));
  utimesSync(join(used.path, edited), mtime, mtime);
  writeFileSync(join(used.path, dirname(kept), "left"), "left\n");
  await yard.leave(used);
  expect(yard.pool.figures()).toMatchObject({ salvaged: 1, trees: 1 });
  const next = await yard.make("next", { commit: yard.commit });
  const shared = born(next).filter((one, at) => one === before[at]);
  expect([shared.length, born(next)[0] === before[0]]).toEqual([names.length - 1, false]);
  expect(contentOf(next)).toEqual(contentOf(await yard.make("cold", { commit: yard.commit, isCold: true })));
  expect(await status(yard, next)).toBe("");
  await yard.pool.close();
});

it.each(["before", "after"])("a maker that dies right %s a tree is moved to its place leaves nothing", async (when) => {
  const yard = await openYard();
  await yard.warmUp();
  const { promise: died, resolve: die } = Promise.withResolvers<true>();
  const forever = async (): Promise<never> => {
    die(true);
    return new Promise<never>(() => undefined);
  };
  const warm: WarmTrees = {
    ...requireWarm(yard),
    take: (context, { commit, claim }) =>
      requireWarm(yard)
        .take(context, {
          commit,
          claim: async (tree) => (await claim(tree), when === "before" ? forever() : undefined),
        })
        .then(forever),
  };
  void yard.make("dead", { commit: yard.commit, warm });
  await died;
  const id = "yard.dead" as ContextId;
  const mark = join(yard.places.admin(id), "making");
  writeFileSync(mark, readFileSync(mark, "utf8").replace(/"pid":\d+/, `"pid":${String(2 ** 22 + 1)}`));
  const path = join(yard.places.jobs, "yard", "tasks", "dead");
  expect(existsSync(join(path, "part-0"))).toBe(when === "after");
  expect(await sweepUnfinished(yard.places, id)).toBe("swept");
  expect([existsSync(path), existsSync(yard.places.admin(id))]).toEqual([false, false]);
  await yard.pool.close();
});

it("a tree with a process in it is not used again", async () => {
  const yard = await openYard();
  await yard.warmUp();
  const used = await yard.make("used", { commit: yard.commit });
  const worker = spawn("sleep", ["60"], { cwd: join(used.path, "part-0"), stdio: "ignore" });
  await once(worker, "spawn");
  await yard.leave(used);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  expect(yard.pool.figures().salvaged).toBe(0);
  await yard.pool.close();
});

it("a tree whose index changed since it was handed out is not used again", async () => {
  const yard = await openYard();
  await yard.warmUp();
  const used = await yard.make("used", { commit: yard.commit });
  const bytes = readFileSync(used.index);
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  writeFileSync(used.index, bytes);
  await yard.leave(used);
  expect(yard.pool.figures().salvaged).toBe(0);
  await yard.pool.close();
});

it("switched off, nothing is filled and nothing is kept", async () => {
  const yard = await openYard(0);
  await yard.warmUp();
  await yard.leave(await yard.make("used", { commit: yard.commit }));
  expect(yard.pool.figures()).toMatchObject({ filled: 0, salvaged: 0, taken: 0, missed: 2, trees: 0 });
  expect(existsSync(yard.places.pool)).toBe(false);
});

it("the pool of a dead process is removed at the next start, that of a living one stays, and an end leaves nothing", async () => {
  const root = tempFolder();
  const pools = join(root, "home", "pool");
  const [dead, living] = [
    join(pools, ownerName({ ...thisOwner(), pid: 2 ** 22 + 1 })),
    join(pools, ownerName(thisOwner())),
  ];
  for (const folder of [dead, living, join(pools, "unknown")])
    mkdirSync(join(folder, "1", "tree"), { recursive: true });
  const commit = commitFiles(join(root, "repository"), files);
  const yard = await openPoolYard(root, join(root, "repository"), { trees: 4 });
  await yard.settled();
  expect([existsSync(dead), existsSync(living)]).toEqual([false, true]);
  await yard.make("one", { commit });
  yard.store.warm?.expect("test", 3);
  await yard.pool.close();
  await yard.settled();
  expect(readdirSync(pools)).toEqual([]);
});
