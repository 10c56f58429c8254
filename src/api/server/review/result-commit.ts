import type { CommitSha, SheetId } from "../../../base/ids.ts";
import type { Book } from "../../../conductor/book.ts";
import { carryObjects } from "../../../git/objects/carry.ts";
import { newObjects } from "../../../git/objects/new-objects.ts";
import type { Candidate } from "../../../landing/candidate.ts";
import { gitGround } from "../../../landing/ground/git-ground.ts";
import type { LandingHands } from "../../../landing/hands.ts";
import { oneLine } from "../../../landing/message/clean.ts";
import { agentAt } from "../../../score/cast.ts";
import { landingRef } from "../../../sheet/job.ts";
import type { Captured } from "../../../sheet/state.ts";
import { notNow } from "../jobs/parts.ts";
import { trialWords } from "./trial-words.ts";

/** A result as it would be on its target now, as a commit in the user's repository that no ref knows. */
export async function commitResult(
  hands: LandingHands,
  book: Book,
  { sheet, state }: { readonly sheet: SheetId; readonly state: Captured },
): Promise<CommitSha> {
  const { git, store, objects, world } = hands;
  const job = book.job();
  const ref = landingRef(job);
  if (ref === null)
    throw notNow(`${sheet} worked in the folder itself: its result is there already`, "Look at it where it is.");
  const candidate = candidateOf(book, { sheet, state });
  const ground = gitGround(hands, { ref, origin: job.target });
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  const branch = ref.replace(/^refs\/heads\//, "");
  if (outcome.kind === "conflict")
    throw notNow(
      `${sheet} does not fit on ${branch} as it is now: ${outcome.conflict.paths.join(", ")}`,
      `Send it back: tutti tell ${sheet} "…" --job ${job.id}`,
    );
  if (outcome.kind !== "layer")
    throw notNow(`${branch} has all of ${sheet} already`, `Let it be done: tutti approve ${job.id} ${sheet}`);
  const { tree } = outcome.layer;
  const message = `try: ${oneLine(candidate.sheet.title)}\n\n${trialWords}\n`;
  const commit = objects.writeCommit({ tree, parents: [head.commit], message, by: job.identity, at: world.now() });
  await objects.flush();
  const ids = await newObjects(objects, { from: head.tree, commits: [commit] });
  await carryObjects(git, { from: store.gitDir, to: store.repository.commonDir, scratch: hands.scratch }, ids);
  return commit;
}

/** As the queue would get it once a person has let it land: this is that person's look at it. */
function candidateOf(
  book: Book,
  { sheet: id, state }: { readonly sheet: SheetId; readonly state: Captured },
): Candidate {
  const sheet = book.plan(id);
  const { attempt, base, capture, verdict, counts } = state;
  return {
    job: book.job(),
    sheet,
    attempt,
    base,
    capture,
    verdict,
    agent: agentAt(sheet, counts.fallbacks),
    spent: counts.spent,
    isReviewed: true,
    intent: null,
  };
}
