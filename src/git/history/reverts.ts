import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

/** Reverted commit → those that revert it. */
export type Reverts = ReadonlyMap<string, readonly string[]>;

/** As git's own `revert` writes it. */
export function revertWords(commit: CommitSha): string {
  return `This reverts commit ${commit}.`;
}

/** By the messages of commits, which anyone may have written. */
export async function readReverts(
  git: Git,
  gitDir: string,
  range: { readonly ref: string; readonly behind: CommitSha },
): Promise<Reverts> {
  const args = ["log", "-z", "--format=%H%n%B", "--grep=^This reverts commit ", range.ref, `^${range.behind}`, "--"];
  const found = new Map<string, string[]>();
  for (const text of requireOk(await git.sealed({ gitDir, args }), "looking for reverts")
    .toString("utf8")
    .split("\0")) {
    const reverter = text.slice(0, text.indexOf("\n"));
    for (const reverted of revertedIn(text)) found.set(reverted, [...(found.get(reverted) ?? []), reverter]);
  }
  return found;
}

/** The commits that a message says it reverts. */
export function revertedIn(message: string): readonly string[] {
  return [...message.matchAll(/^This reverts commit ([0-9a-f]{40,64})\b/gm)].map(([, reverted = ""]) => reverted);
}

/** The commit that reverted another and was not reverted itself. */
export function revertThatStands(
  reverts: Reverts,
  commit: string,
  seen: ReadonlySet<string> = new Set(),
): string | undefined {
  // Messages written by hand may name each other.
  if (seen.has(commit)) return undefined;
  const within = new Set([...seen, commit]);
  return reverts.get(commit)?.find((reverter) => revertThatStands(reverts, reverter, within) === undefined);
}
