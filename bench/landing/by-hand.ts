import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { git, runs } from "./repository.ts";

export interface ByHand {
  readonly captures: readonly CommitSha[];
  /** Has a patch for each, by its number. */
  readonly patches: string;
}

/** On objects alone, three processes for each: as a person would write it who knows git well. */
export async function mergeTreeLoop(repository: string, { captures }: ByHand): Promise<void> {
  const script = `
    main=$(git rev-parse refs/heads/main)
    for capture in "$@"; do
      tree=$(git merge-tree --write-tree "$main" "$capture")
      next=$(git commit-tree "$tree" -p "$main" -m "land $capture")
      git update-ref refs/heads/main "$next" "$main"
      main=$next
    done`;
  await loop(repository, script, captures);
}

/** In a work tree with `main` checked out. The patches are there already: to make them costs a third process. */
export async function applyAndCommit(repository: string, { captures, patches }: ByHand): Promise<void> {
  const script = `for patch in "$@"; do git apply --index "$patch"; git commit -q -m "land $patch"; done`;
  await loop(
    repository,
    script,
    captures.map((_, place) => patchIn(patches, place)),
  );
}

/** In a work tree with `main` checked out. */
export async function cherryPick(repository: string, { captures }: ByHand): Promise<void> {
  await loop(repository, `for capture in "$@"; do git cherry-pick "$capture" >&2; done`, captures);
}

/** A shell starts programs for less than Node does. */
async function loop(repository: string, script: string, args: readonly string[]): Promise<void> {
  await runs("sh", ["-e", "-c", script, "sh", ...args], repository);
}

export async function writePatches(
  repository: string,
  what: { base: CommitSha; captures: readonly CommitSha[]; folder: string },
): Promise<void> {
  mkdirSync(what.folder);
  for (const [place, capture] of what.captures.entries()) {
    writeFileSync(
      patchIn(what.folder, place),
      `${await git(repository, ["diff-tree", "-p", "--binary", what.base, capture])}\n`,
    );
  }
}

function patchIn(folder: string, place: number): string {
  return join(folder, `${String(place)}.patch`);
}
