import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listChanged, listIgnored, listUntracked, loadIndex } from "../../git/index.ts";
import { readNewHistory } from "../../git/history/read-commits.ts";
import type { Repository } from "../../git/repository.ts";
import { measureUse, readFolderUsers } from "../disk/measure.ts";
import { lookAround } from "../capture/survey/walk.ts";
import { withSafeTree } from "../capture/survey/safe-tree.ts";
import { surveyContext } from "../capture/survey/survey.ts";
import { countStaged } from "../capture/agent/staged.ts";
import { indexOf, objectsOf, onlyCopies, type Stray, type StrayContent } from "./stray.ts";
import { readBeyondReach, sortIgnored } from "./ignored.ts";
import { readStrayTips } from "./history.ts";

interface Desk {
  readonly gitDir: string;
  readonly scratch: string;
}

/** Changes nothing. */
export async function readStrayContent(
  git: Git,
  at: { repository: Repository; desk: Desk },
  stray: Stray,
): Promise<StrayContent> {
  const files = hasFolder(stray) ? await measureUse(stray.path) : { bytes: 0, usedAt: null };
  const notes = stray.admin === null ? { bytes: 0, usedAt: null } : await measureUse(stray.admin);
  const staged = stray.head === null ? null : await countStaged(git, at.desk, indexOf(stray, stray.head));
  return {
    ownCommits: await countOwnCommits(git, at, stray),
    staged,
    ...(await countFiles(git, at.desk, stray)),
    bytes: files.bytes + notes.bytes,
    usedAt: files.usedAt ?? notes.usedAt,
    users: readUsers(stray),
  };
}

export function hasFolder(stray: Stray): stray is Stray & { readonly path: string } {
  return stray.path !== null && (stray.link === "whole" || stray.link === "moved" || stray.link === "loose");
}

export function readUsers(stray: Stray): readonly number[] | null {
  return hasFolder(stray) ? readFolderUsers(stray.path) : [];
}

async function countOwnCommits(
  git: Git,
  at: { repository: Repository; desk: Desk },
  stray: Stray,
): Promise<number | null> {
  try {
    const { commits } = await readStrayTips(git, at.desk.gitDir, stray);
    return (await readNewHistory(git, { gitDir: at.repository.commonDir, env: await objectsOf(stray) }, commits))
      .commits.length;
  } catch {
    return null;
  }
}

type Counts = Pick<StrayContent, "changed" | "untracked" | "ignored" | "ignoredFiles" | "onlyHere">;

async function countFiles(git: Git, desk: Desk, stray: Stray): Promise<Counts> {
  const none = { ignoredFiles: { kept: [], left: [] } };
  const unknown: Counts = { changed: null, untracked: null, ignored: null, onlyHere: null, ...none };
  if (!hasFolder(stray)) return { changed: 0, untracked: 0, ignored: 0, onlyHere: [], ...none };
  const { path, head } = stray;
  if (head === null) return unknown;
  return withFlatFolder(desk.scratch, async (folder) => {
    const place = { gitDir: desk.gitDir, workTree: path, index: join(folder, "index") };
    const env = await objectsOf(stray);
    const reading: Git = { ...git, sealed: (call) => git.sealed({ ...call, env: { ...call.env, ...env } }) };
    await loadIndex(reading, place, head);
    const { safe: ground } = await lookAround(reading, place);
    const [changed, untracked, ignored] = await withSafeTree({ ...place, ...ground }, async (workTree) => {
      const safe = { ...place, workTree };
      return [
        await listChanged(reading, safe),
        await listUntracked(reading, safe),
        await listIgnored(reading, safe),
      ] as const;
    });
    const isUntracked = new Set(untracked);
    return {
      changed: changed.filter((name) => !isUntracked.has(name)).length,
      untracked: untracked.length,
      ignored: ignored.length,
      ignoredFiles: await sortIgnored(path, ignored),
      onlyHere: await readOnlyHere(reading, place, stray),
    };
  }).catch(() => unknown);
}

/** Content that exists only here and blocks removal. `null`: submodules were not inspected. */
async function readOnlyHere(git: Git, place: PrivateIndex, stray: Stray): Promise<readonly string[] | null> {
  const { leftOut, submodules } = await surveyContext(git, place);
  const { problems } = await readStrayTips(git, place.gitDir, stray);
  const found = onlyCopies(
    leftOut.filter((item) => item.reason !== "submodule"),
    [...problems, ...(await readBeyondReach(stray))],
  );
  return found.length === 0 && submodules.length > 0 ? null : found;
}
