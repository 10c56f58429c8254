import { codeOf, messageOf } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { readFileStats } from "../../../git/diff/file-stats.ts";
import { dropVisit, readVisits, unlockContext, type Visit } from "../../../isolation/records/presence.ts";
import { objectStorePath } from "../../../isolation/store/object-store.ts";
import { shownPath } from "../../../isolation/raw-path.ts";
import type { Left } from "../../../api/contract/sheet.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import type { Book } from "../../book.ts";
import { type JobParts, openJob } from "../parts.ts";
import { notNow } from "../../find/require.ts";

export async function requireVisit({ places }: Pick<JobParts, "places">, token: string): Promise<Visit> {
  const visit = (await readVisits(places)).find((known) => known.token === token);
  if (visit !== undefined) return visit;
  throw notNow("this visit is over", "The files are among the snapshots of its sheet: tutti snapshots SHEET");
}

/** Ends a person's visit: what is in the context by then becomes a snapshot, and the sheet is anybody's again. */
export async function leaveSheet(parts: JobParts, visit: Visit): Promise<Left> {
  const { git, places } = parts;
  const { book } = await openJob(parts, visit.job);
  const job = book.job();
  const hands = await parts.kit.hands(job, parts.process.notice);
  const standing = await hands.findContext(visit.context);
  if (standing !== undefined) await parts.kit.endLaunched({ ...visit, context: standing.context });
  if (standing === undefined) {
    await dropVisit(places, visit);
    throw notNow(
      `the context of ${visit.sheet} is gone`,
      `Its earlier content is kept: tutti snapshots ${visit.sheet} --job ${visit.job}`,
    );
  }
  const attempt = { job, sheet: book.plan(visit.sheet), attempt: visit.attempt };
  const proof = await hands.capture(attempt, standing.context, "person");
  const [stats = []] = await readFileStats(git, objectStorePath(places.repositories, job.repository), [
    { commit: proof.commit, against: visit.before },
  ]);
  await bookVisit(parts, book, visit);
  await unlockContext(places, visit.context);
  await dropVisit(places, visit);
  return {
    job: job.id,
    sheet: visit.sheet,
    snapshot: proof.number,
    commit: proof.commit,
    files: stats.map(({ path, insertions, deletions }) => ({
      path: Buffer.from(path, "latin1").toString("utf8"),
      insertions,
      deletions,
    })),
    leftOut: proof.leftOut.map(({ path, reason }) => `${shownPath(path)}: ${reason}`),
  };
}

/** Books the usage of the agent in the person's terminal as a part of its attempt's cost. */
async function bookVisit({ kit, world }: JobParts, book: Book, { sheet, attempt, token }: Visit): Promise<void> {
  const plan = book.plan(sheet);
  const state = book.state(sheet);
  if (state.kind === "skipped") return;
  const agent = agentFor(plan, state.counts);
  const usage = await kit.takeVisitUsage({ job: book.job(), sheet: plan, attempt }, { agent, visit: token });
  if (usage !== null) await book.recordSheets([{ sheet, event: { kind: "visited", at: world.now(), attempt, usage } }]);
}

/** Captures what people left who did not say goodbye: their terminal was closed, or their machine went down. */
export async function endDeadVisits(parts: JobParts, job?: JobId): Promise<void> {
  for (const visit of await readVisits(parts.places)) {
    if (!visit.isOver || (job !== undefined && visit.job !== job)) continue;
    try {
      await leaveSheet(parts, visit);
    } catch (error) {
      parts.process.notice(
        `${visit.sheet} of ${visit.job}: what a person left there could not be captured: ${messageOf(error)}`,
      );
      // A visit that can't be captured now may be later; of a context that is gone, or belongs to no sheet, nothing
      // ever is.
      if (codeOf(error) !== "context.capture_failed") await dropVisit(parts.places, visit);
    }
  }
}
