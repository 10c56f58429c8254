import { copyFile, link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { exists } from "../../base/exists.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { readCommit, readHeadRef, swapRef, turnHead } from "../../git/refs.ts";

/** How a checkout of the user's stands, besides its files: where HEAD is, and with the index, what is staged. */
interface Stand {
  /** Full name of the branch; `null` for a detached HEAD. */
  readonly head: string | null;
  /** `null` on a branch without a commit. */
  readonly commit: CommitSha | null;
}

/** `gitDir`: of the checkout. `notes`: a folder of Tutti's. */
interface StandPlace {
  readonly gitDir: string;
  readonly notes: string;
}

/** Writes down how a checkout stands, before somebody works in it who may commit, switch branches or stage. */
export async function noteStand(git: Git, { gitDir, notes }: StandPlace): Promise<void> {
  await copyIndex(join(gitDir, "index"), join(notes, "stand.index"));
  await writeFile(join(notes, "stand.json"), JSON.stringify(await readStand(git, gitDir)));
}

/** The commits that a checkout's HEAD or branch were moved to since; nobody may move them back before these are kept. */
export async function movedTo(git: Git, place: StandPlace): Promise<readonly CommitSha[]> {
  const noted = await readNoted(place);
  if (noted === undefined) return [];
  const tips = await Promise.all(["HEAD", noted.head ?? "HEAD"].map((ref) => readCommit(git, place.gitDir, ref)));
  return [...new Set(tips)].filter((tip) => tip !== undefined && tip !== noted.commit) as readonly CommitSha[];
}

/** Brings HEAD, its branch and the index back to what was written down. Refs made since stay: they are the agent's to make. */
export async function restoreStand(git: Git, place: StandPlace): Promise<void> {
  const noted = await readNoted(place);
  if (noted === undefined) return;
  const { gitDir } = place;
  const now = await readStand(git, gitDir);
  if (noted.head !== null && noted.commit !== null) {
    const tip = await readCommit(git, gitDir, noted.head);
    if (tip !== noted.commit) await moveBack(git, gitDir, { ref: noted.head, next: noted.commit, expected: tip ?? null });
  }
  if (noted.head !== null && now.head !== noted.head) await turnHead(git, gitDir, { ref: noted.head, why });
  if (noted.head === null && noted.commit !== null && (now.head !== null || now.commit !== noted.commit))
    await turnHead(git, gitDir, { ref: noted.commit, why });
  await restoreIndex(place);
}

const why = "tutti: as it was";

async function moveBack(git: Git, gitDir: string, swap: { ref: string; next: CommitSha; expected: CommitSha | null }): Promise<void> {
  if (await swapRef(git, gitDir, { ...swap, why })) return;
  throw new TuttiError("git.failed", `${swap.ref} is being moved by somebody else`, { audience: "user" });
}

/** As git replaces an index itself: what is to be it is put in the place of the lock, and then of the index. */
async function restoreIndex({ gitDir, notes }: StandPlace): Promise<void> {
  const index = join(gitDir, "index");
  const noted = join(notes, "stand.index");
  if (!(await exists(noted)) || (await isSame(noted, index))) return;
  const draft = join(gitDir, "index.tutti");
  await copyIndex(noted, draft);
  try {
    await link(draft, `${index}.lock`);
    await rename(`${index}.lock`, index);
  } catch (error) {
    throw new TuttiError("git.failed", `${index}.lock exists: another git is at work there, or one was killed`, { audience: "user", cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

/** git takes a file for unchanged by its times only if it is older than the index: a copy must not look younger than it is. */
async function copyIndex(from: string, to: string): Promise<void> {
  const stats = await stat(from).catch(ignoreMissing);
  if (stats === undefined) return;
  await copyFile(from, to);
  await utimes(to, stats.atime, Math.floor(stats.mtimeMs) / 1000);
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [bytes, others] = await Promise.all([readFile(one), readFile(other).catch(ignoreMissing)]);
  return others !== undefined && bytes.equals(others);
}

async function readStand(git: Git, gitDir: string): Promise<Stand> {
  return { head: (await readHeadRef(git, gitDir)) ?? null, commit: (await readCommit(git, gitDir, "HEAD")) ?? null };
}

async function readNoted({ notes }: StandPlace): Promise<Stand | undefined> {
  const text = await readFile(join(notes, "stand.json"), "utf8").catch(ignoreMissing);
  return text === undefined ? undefined : (JSON.parse(text) as Stand);
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
