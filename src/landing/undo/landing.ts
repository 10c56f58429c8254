import { branchName } from "../../base/text.ts";
import type { TuttiError } from "../../base/error.ts";
import type { CommitSha, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { isAncestor, readCommit, readTip } from "../../git/refs/refs.ts";
import { type LandedCommit, readLandings } from "../../git/history/trailers.ts";
import { readReceipt } from "../receipts/read.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import { notNow } from "../../conductor/find/require.ts";

export interface UndoneLanding {
  /** Full name of the ref that has it. */
  readonly ref: string;
  /** The last of its commits. */
  readonly commit: CommitSha;
  /** The target's commit before the first of them. */
  readonly before: CommitSha;
  readonly subject: string;
}

type Asked = { readonly sheet: SheetId; readonly commit: CommitSha };

/**
 * Finds a landing by its trailers: it may have been rebased since. One that landed on a fallback branch and was merged
 * is undone where it was merged.
 */
export async function findLanding(git: Git, job: Job, asked: Asked): Promise<UndoneLanding> {
  const { commonDir: gitDir } = job.repository;
  const { sheet, commit } = asked;
  const receipt = await readReceipt(git, { gitDir }, { job: job.id, sheet });
  const refs = [...new Set([job.target, receipt?.target ?? null, landingRef(job)])].filter((ref) => ref !== null);
  const there: string[] = [];
  for (const ref of refs) {
    const head = await readCommit(git, gitDir, ref);
    if (head === undefined) continue;
    there.push(ref);
    // Only the part of the history that can hold it is read.
    const since =
      receipt !== undefined && (await isAncestor(git, gitDir, { older: receipt.parent, newer: head }))
        ? [`^${receipt.parent}`]
        : [];
    const own = (await readLandings(git, gitDir, [head, ...since])).filter(
      (landing) => landing.job === job.id && landing.sheet === sheet,
    );
    const last = own.find((landing) => landing.commit === commit) ?? own.at(-1);
    const before = last === undefined ? undefined : firstOf(own, last).parents[0];
    if (last === undefined || before === undefined) continue;
    const message = (await readTip(git, gitDir, last.commit))?.message ?? "";
    return { ref, commit: last.commit, before, subject: message.split("\n", 1)[0] ?? "" };
  }
  throw isNowhere(asked, { refs, there });
}

function isNowhere(
  { sheet, commit }: Asked,
  { refs, there }: { readonly refs: readonly string[]; readonly there: readonly string[] },
): TuttiError {
  const names = (there.length === 0 ? refs : there).map((ref) => branchName(ref));
  if (there.length === 0)
    return notNow(
      `${names.join(" and ")} is gone, and what ${sheet} landed there with it`,
      "Bring the branch back first.",
    );
  const [first = "", second] = names;
  const who = second === undefined ? `${first} does not have` : `neither ${first} nor ${second} has`;
  return notNow(
    `${who} what ${sheet} landed any more (${commit.slice(0, 10)})`,
    "There is nothing to take back there.",
  );
}

/** A landing of several commits has `i/n` each. */
function firstOf(own: readonly LandedCommit[], last: LandedCommit): LandedCommit {
  const [, count] = last.part.split("/");
  if (count === undefined) return last;
  return own.findLast(({ part }, place) => part === `1/${count}` && place <= own.indexOf(last)) ?? last;
}
