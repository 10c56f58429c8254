import { readRemoteHead } from "../git/remote/mirror.ts";
import { askRemote } from "../git/remote/remote-answer.ts";
import type { Address } from "./address.ts";
import type { RepositoryParts } from "./mirror.ts";

/** Why a remote can't be worked on; `null`: it answers and has the branch. Nothing is fetched. */
export async function probeRemote(
  { git, places }: RepositoryParts,
  { url }: Address,
  base: string | null,
): Promise<string | null> {
  // Any folder: no repository is needed to ask a remote.
  const gitDir = places.home;
  if (base === null) {
    const head = await readRemoteHead(git, gitDir, url);
    if (head.kind === "unreachable") return `${url} does not answer: ${head.words}`;
    return head.branch === null ? `${url} has no default branch: name one with base` : null;
  }
  const there = await askRemote(git, { gitDir, remote: url, ref: `refs/heads/${base}` });
  if (there.kind === "unreachable") return `${url} does not answer: ${there.words}`;
  return there.commit === null ? `${url} has no branch ${base}` : null;
}
