import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { listRefs } from "../../git/refs/refs.ts";
import { agentRefs } from "../../isolation/home/places.ts";
import type { Candidate } from "../candidate.ts";
import type { LandingHands } from "../hands.ts";

/** A commit of the sheet's agent, and the tree below it. */
export interface OwnCommit {
  readonly source: CommitSha;
  readonly tree: TreeSha;
  readonly parentTree: TreeSha;
}

const most = 200;

/**
 * The commits from the base to the agent's last one, oldest first: the line that ends with the result, else the
 * longest. Merges count by their first parent.
 */
export async function ownCommits(
  { git, store, objects }: LandingHands,
  candidate: Candidate,
): Promise<readonly OwnCommit[]> {
  const prefix = agentRefs(candidate.job.id, candidate.sheet.id, candidate.attempt);
  const tips = [...(await listRefs(git, store.gitDir, [`${prefix}/`])).values()].map((name) => name as CommitSha);
  const result = (await objects.readCommit(candidate.capture)).tree;
  let best: readonly OwnCommit[] = [];
  for (const tip of tips) {
    const line = await lineTo(git, store.gitDir, { base: candidate.base, tip });
    if (line.length === 0 || line.length > most) continue;
    const commits = await Promise.all(
      line.map(async (source, place): Promise<OwnCommit> => {
        const parent = line[place - 1] ?? candidate.base;
        return {
          source,
          tree: (await objects.readCommit(source)).tree,
          parentTree: (await objects.readCommit(parent)).tree,
        };
      }),
    );
    if (commits.at(-1)?.tree === result) return commits;
    if (commits.length > best.length) best = commits;
  }
  return best;
}

/** Empty where the base is not on it. */
async function lineTo(
  git: Git,
  gitDir: string,
  { base, tip }: { base: CommitSha; tip: CommitSha },
): Promise<readonly CommitSha[]> {
  const args = [
    "rev-list",
    "--first-parent",
    "--reverse",
    "--parents",
    `--max-count=${String(most + 1)}`,
    tip,
    `^${base}`,
    "--",
  ];
  const lines = requireOk(await git.sealed({ gitDir, args }), "reading an agent's commits")
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ") as CommitSha[]);
  return lines[0]?.[1] === base ? lines.flatMap(([commit]) => commit ?? []) : [];
}
