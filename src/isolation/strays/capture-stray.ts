import { join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { loadIndex } from "../../git/index.ts";
import { createRefs, readCommit } from "../../git/refs/refs.ts";
import { writeCommit } from "../../git/history/trees.ts";
import { keepTree, recordFiles } from "../capture/capture.ts";
import { ownObjects } from "../snapshots/keep.ts";
import { keepStaged } from "../capture/agent/staged.ts";
import type { LeftOut } from "../capture/survey/left-out.ts";
import { adoptedJob, type IgnoredFiles, indexOf, onlyCopies, type Stray } from "./stray.ts";
import { hasFolder } from "./content.ts";
import { readBeyondReach, sortIgnored, treeWithIgnored } from "./ignored.ts";
import { type Keeping, keepHistory, pinCommits, strayRefs } from "./history.ts";

declare const captured: unique symbol;

/** Evidence that a stray's content is in the store. Only `captureStray` makes one; no stray is removed without one. */
export interface StrayCapture {
  readonly [captured]: true;
  readonly stray: Stray;
  /** `null`: no files. */
  readonly snapshot: { readonly ref: string; readonly number: number; readonly commit: CommitSha } | null;
  /** Commits that only it had. */
  readonly commits: number;
  /** Staged and not in its files: a commit beside the snapshot. */
  readonly staged: CommitSha | null;
  /** Small ignored files, kept as a commit; and those not kept. */
  readonly ignored: IgnoredFiles & { readonly commit: CommitSha | null };
  readonly leftOut: readonly LeftOut[];
  /** Sentences; with any, the stray stays. */
  readonly onlyHere: readonly string[];
}

export interface StrayKeeping extends Keeping {
  readonly by: Identity;
  readonly at: EpochMs;
}

/**
 * Captures commits that only a stray has, its files, and what is staged. Its git folder is hostile: read as data,
 * through the store and a private index.
 */
export async function captureStray(git: Git, keeping: StrayKeeping, stray: Stray): Promise<StrayCapture> {
  try {
    const history = await keepHistory(git, keeping, stray);
    const base = await baseOf(git, keeping, stray);
    const files = hasFolder(stray) ? await keepFiles(git, keeping, { stray, base }) : null;
    const staged =
      base === null
        ? { tree: null, problems: [] }
        : await keepStaged(git, { store: keeping.store.gitDir, scratch: keeping.scratch }, indexOf(stray, base));
    const isStaged = base !== null && staged.tree !== null && staged.tree !== files?.tree;
    const aside = isStaged
      ? await keepAside(git, keeping, { stray, base, tree: staged.tree, what: "what was staged" })
      : null;
    const ignored =
      hasFolder(stray) && files !== null ? await keepIgnored(git, keeping, { stray, base, files }) : nothing;
    const leftOut = files?.leftOut ?? [];
    const unkept = [...history.problems, ...staged.problems, ...(await readBeyondReach(stray))];
    const capture = {
      stray,
      snapshot: files?.snapshot ?? null,
      commits: history.commits,
      staged: aside,
      ignored,
      leftOut,
      onlyHere: onlyCopies(leftOut, unkept),
    };
    return capture as typeof capture & { readonly [captured]: true };
  } catch (error) {
    throw new TuttiError(
      "context.capture_failed",
      `could not capture ${stray.path ?? stray.sheet}: ${messageOf(error)}`,
      {
        audience: "environment",
        hint: "Nothing of it was deleted.",
        cause: error,
      },
    );
  }
}

/** The stray's own commit, else the user's HEAD; pinned, because the snapshot needs it. */
async function baseOf(git: Git, { store }: Keeping, stray: Stray): Promise<CommitSha | null> {
  const own = stray.head === null ? undefined : await readCommit(git, store.gitDir, stray.head);
  const base = own ?? (await readCommit(git, store.repository.commonDir, "HEAD"));
  if (base === undefined) return null;
  if ((await readCommit(git, store.repository.commonDir, base)) !== undefined) await pinCommits(git, store, [base]);
  return base;
}

interface KeptFiles {
  readonly tree: TreeSha;
  readonly leftOut: readonly LeftOut[];
  readonly snapshot: NonNullable<StrayCapture["snapshot"]>;
}

async function keepFiles(
  git: Git,
  keeping: StrayKeeping,
  from: { stray: Stray & { readonly path: string }; base: CommitSha | null },
): Promise<KeptFiles> {
  const { store, scratch, by, at } = keeping;
  const { tree, leftOut, evidence } = await withFlatFolder(scratch, async (folder) => {
    const place = { gitDir: store.gitDir, workTree: from.stray.path, index: join(folder, "index") };
    if (from.base !== null) await loadIndex(git, place, from.base);
    return recordFiles(git, place, { scratch, views: null });
  });
  await createRefs(
    git,
    store.gitDir,
    new Map(evidence.map((commit) => [`${strayRefs(from.stray)}/${commit}`, commit])),
  );
  const request = {
    store,
    scratch,
    job: adoptedJob,
    sheet: from.stray.sheet,
    attempt: 1,
    why: "adopted",
    by,
    at,
  } as const;
  const snapshot = await keepTree(git, request, { tree, base: from.base, leftOut: leftOut.length });
  return { tree, leftOut, snapshot };
}

const nothing: StrayCapture["ignored"] = { kept: [], left: [], commit: null };

/** Ignored keys and settings can't be made again, so small files are kept; the rest is listed. */
async function keepIgnored(
  git: Git,
  keeping: StrayKeeping,
  from: { stray: Stray & { readonly path: string }; base: CommitSha | null; files: KeptFiles },
): Promise<StrayCapture["ignored"]> {
  const { stray, base, files } = from;
  const entries = files.leftOut.filter((item) => item.reason.startsWith("ignored")).map((item) => item.path);
  const sorted = await sortIgnored(stray.path, entries);
  if (sorted.kept.length === 0) return { ...sorted, commit: null };
  const way = { gitDir: keeping.store.gitDir, scratch: keeping.scratch };
  const { tree, kept } = await treeWithIgnored(git, way, { root: stray.path, tree: files.tree, paths: sorted.kept });
  const commit = await keepAside(git, keeping, { stray, base, tree, what: "files that git ignores" });
  const isKept = new Set(kept);
  return { kept, left: [...sorted.kept.filter((path) => !isKept.has(path)), ...sorted.left], commit };
}

interface Aside {
  readonly stray: Stray;
  readonly base: CommitSha | null;
  readonly tree: TreeSha;
  readonly what: string;
}

async function keepAside(git: Git, keeping: StrayKeeping, what: Aside): Promise<CommitSha> {
  const { store, scratch, by, at } = keeping;
  const message = `${what.what} in ${what.stray.sheet}\n`;
  const commit = await writeCommit(git, store.gitDir, {
    tree: what.tree,
    parents: what.base === null ? [] : [what.base],
    message,
    by,
    at,
  });
  await ownObjects(git, { gitDir: store.gitDir, scratch }, { tips: [commit], base: what.base });
  await createRefs(git, store.gitDir, new Map([[`${strayRefs(what.stray)}/${commit}`, commit]]));
  return commit;
}
