import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { revertedIn } from "../../git/history/reverts.ts";
import { fromTrailer } from "../../git/history/trailers.ts";

/** A commit of a target, and what its message says. */
export interface TrailCommit {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly landing: TrailLanding | null;
  /** Commits that it takes back. */
  readonly reverted: readonly string[];
  /** The commits after it can't be read this way. */
  readonly isOdd: boolean;
}

interface TrailLanding {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly base: string;
}

/** A commit and its first parents, newest first, without a process. */
export async function* trailFrom(objects: Objects, head: CommitSha): AsyncGenerator<TrailCommit> {
  for (let at: CommitSha | undefined = head; at !== undefined; ) {
    const { tree, parents, message, encoding }: Awaited<ReturnType<Objects["readCommit"]>> =
      await objects.readCommit(at);
    const text = message.toString("utf8");
    yield { commit: at, tree, landing: landingIn(text), reverted: revertedIn(text), isOdd: encoding !== undefined };
    at = parents[0];
  }
}

function landingIn(message: string): TrailLanding | null {
  if (!message.includes("Tutti-Job: ")) return null;
  const said = new Map(
    [...message.matchAll(/^Tutti-(Job|Sheet|Attempt|Base): (.*)$/gm)].map(([, key = "", value = ""]) => [key, value]),
  );
  const [job, sheet] = [said.get("Job"), said.get("Sheet")];
  if (job === undefined || sheet === undefined) return null;
  return { job, sheet: fromTrailer(sheet), attempt: Number(said.get("Attempt") ?? 1), base: said.get("Base") ?? "" };
}

/** Reverted commit → those that revert it. */
export function revertsIn(trail: readonly TrailCommit[]): ReadonlyMap<string, readonly string[]> {
  const reverts = new Map<string, string[]>();
  for (const { commit, reverted } of trail)
    for (const one of reverted) reverts.set(one, [...(reverts.get(one) ?? []), commit]);
  return reverts;
}
