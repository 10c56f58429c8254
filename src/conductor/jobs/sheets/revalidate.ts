import { messageOf } from "../../../base/error.ts";
import type { CommitSha, JobId, SheetId } from "../../../base/ids.ts";
import { isResult } from "../../attempt/events.ts";
import type { Book } from "../../book.ts";
import type { Hands } from "../../hands.ts";
import type { Recheck } from "../../hands.ts";
import { requireRepository } from "../../../git/repository.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import type { SheetState } from "../../../sheet/state.ts";
import { type Verdict, allPass, passedOf, reasonsOf } from "../../../sheet/verdict.ts";
import type { Revalidated, Revalidation } from "../../../api/contract/job.ts";
import { requirePlan } from "../../find/job-plan.ts";
import { goOn } from "../go-on.ts";
import { type JobParts, openJob } from "../parts.ts";
import { notNow, requireSheet } from "../../find/require.ts";
import { endDeadVisits } from "./leave.ts";
import { readLeftWork } from "./left-work.ts";
import { requireUnvisited } from "./visited.ts";

interface Revalidating {
  readonly job: JobId;
  readonly sheets?: readonly string[] | undefined;
  readonly dryRun: boolean;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A sheet whose work was judged again, and the work if there was any. */
interface Judgement extends Revalidated {
  readonly id: SheetId;
  readonly work: { readonly capture: CommitSha; readonly base: CommitSha; readonly verdict: Verdict } | null;
}

/**
 * Runs the validations again on what sheets left. It changes nothing but for snapshots of what lies in their contexts.
 */
export async function judgeAgain(parts: JobParts, asked: Revalidating): Promise<readonly Judgement[]> {
  await parts.agents.remember(asked.job, asked.environment);
  // A person whose terminal died may have left work, and an agent's bill.
  await endDeadVisits(parts, asked.job);
  const { book, playing } = await openJob(parts, asked.job);
  const job = book.job();
  requirePlan(job);
  await requireRepository(job.repository);
  const sheets = judgedSheets(book, { named: asked.sheets, isPlayed: playing !== undefined });
  await requireUnvisited(parts, job.id, sheets);
  const tools = {
    parts,
    book,
    hands: await parts.kit.hands(job, parts.process.notice),
    recheck: await parts.kit.recheck(job, parts.process.notice),
  };
  const judged: Judgement[] = [];
  for (const sheet of sheets) judged.push(await judge(tools, sheet));
  return judged;
}

/** Takes what passed for the result of its sheet, and goes on with the job. `dryRun`: nothing is made of it. */
export async function acceptGood(
  parts: JobParts,
  asked: Revalidating,
  judged: readonly Judgement[],
): Promise<Revalidation> {
  const good = asked.dryRun ? [] : judged.filter(({ isGood }) => isGood);
  const sheets = judged.map(({ id: _, work: __, ...shown }) => shown);
  const about = { job: asked.job, position: await parts.store.position(), sheets };
  if (good.length === 0) return { ...about, goesOn: false };
  await requireUnvisited(
    parts,
    asked.job,
    good.map(({ id }) => id),
  );
  const say = async (book: Book): Promise<void> => {
    await book.recordSheets(
      good.flatMap(({ id, work }) =>
        work === null ? [] : [{ sheet: id, event: { kind: "judged", at: parts.world.now(), changed: true, ...work } }],
      ),
    );
  };
  const { position } = await goOn(parts, asked.job, { parallel: null, say });
  return { ...about, position, goesOn: true };
}

interface Tools {
  readonly parts: JobParts;
  readonly book: Book;
  readonly hands: Hands;
  readonly recheck: Recheck;
}

async function judge(tools: Tools, id: SheetId): Promise<Judgement> {
  const { parts, book } = tools;
  const state = book.state(id);
  const about = { id, sheet: id, state: state.kind, snapshot: null, isGood: false, passed: [], failed: [], work: null };
  const refused = await whyNot(tools, id);
  if (refused !== null) return { ...about, refused };
  const left = await readLeftWork(parts, book.job(), id);
  if (left === null) return { ...about, refused: "nothing is kept of its work" };
  if (left.wasInPlace)
    return {
      ...about,
      refused: "it worked in your own folder, and nothing of it lands: try it again instead (tutti retry)",
    };
  const { number: snapshot, commit, base, changed } = left.newest;
  // Validations that pass prove nothing about an agent that may never have run.
  if (!changed) return { ...about, snapshot, refused: "it left no change that could land" };
  try {
    const attempt = { job: book.job(), sheet: book.plan(id), attempt: attemptOf(state) };
    const verdict = await tools.recheck(attempt, { commit, base, isInPlace: false }, parts.process.stop);
    if (parts.process.stop.aborted) return { ...about, snapshot, refused: "the conductor was stopped meanwhile" };
    const passed = passedOf(verdict).map(({ description }) => description);
    return {
      ...about,
      snapshot,
      refused: null,
      isGood: allPass(verdict) || (book.plan(id).validations.length === 0 && book.job().interactive !== undefined),
      passed,
      failed: reasonsOf(verdict),
      work: { capture: commit, base, verdict },
    };
  } catch (error) {
    return { ...about, snapshot, refused: messageOf(error) };
  }
}

/** Why a sheet's work can't be judged, as the rest of a sentence; what lies in its context is captured on the way. */
async function whyNot({ book, hands }: Tools, id: SheetId): Promise<string | null> {
  // A person's work with an interactive agent is good when that person leaves it so.
  if (book.plan(id).validations.length === 0 && book.job().interactive === undefined)
    return "it has no validations, so nothing can tell whether it is good";
  const state = book.state(id);
  const context = state.kind === "waiting" ? state.context?.id : state.context;
  if (context === undefined || context === null) return "no attempt was made at it";
  const standing = book.job().isolation.per === "job" ? undefined : await hands.findContext(context);
  if (standing === undefined || isInPlace(standing.context.level)) return null;
  try {
    const attempt = { job: book.job(), sheet: book.plan(id), attempt: attemptOf(state) };
    const missing = (await hands.capture(attempt, standing.context, "person")).leftOut.filter(isResult);
    return missing.length === 0 ? null : "part of its result can't be captured, so it can't land";
  } catch (error) {
    return messageOf(error);
  }
}

function attemptOf(state: SheetState): number {
  return "counts" in state ? state.counts.attempts : 0;
}

interface Question {
  readonly named: readonly string[] | undefined;
  readonly isPlayed: boolean;
}

/** The sheets whose work is to be judged again: those named, or all that left work and did not come through with it. */
function judgedSheets(book: Book, { named, isPlayed }: Question): readonly SheetId[] {
  const job = book.job();
  const sheets =
    named?.map((name) => requireSheet(job, name)) ??
    job.plan.sheets.map(({ id }) => id).filter((id) => isLeft(book.state(id), isPlayed));
  for (const sheet of sheets) requireJudgeable(sheet, book.state(sheet), isPlayed);
  if (sheets.length > 0) return sheets;
  throw notNow(
    `no sheet of ${job.id} left work that could be judged again`,
    `tutti status ${job.id} shows where its sheets are.`,
  );
}

function isLeft(state: SheetState, isPlayed: boolean): boolean {
  return (
    state.kind === "failed" ||
    state.kind === "cancelled" ||
    (state.kind === "waiting" && !isPlayed && state.counts.attempts > 0)
  );
}

/** A result that waits for a person's word is judged again only because a person worked on it, and is named then. */
function requireJudgeable(sheet: SheetId, state: SheetState, isPlayed: boolean): void {
  const isOpen = isLeft(state, isPlayed) || (state.kind === "captured" && !state.isApproved);
  if (isOpen) return;
  const what =
    state.kind === "waiting" ? (isPlayed ? "may begin at any moment" : "was not tried yet") : `is ${state.kind}`;
  throw notNow(
    `${sheet} ${what}: there is nothing to judge again`,
    "Pause its job first (tutti pause --now), or look where it is: tutti status",
  );
}
