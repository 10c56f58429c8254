import type { ContextId } from "../../base/ids.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import { sharedContextId } from "../../isolation/context.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { releaseOf } from "../../sheet/decide/release.ts";
import type { SheetState } from "../../sheet/state.ts";
import { interruptedEvent } from "../attempt/events.ts";
import type { Book, SheetRelease } from "../book.ts";
import { detailOf } from "../attempt/fault.ts";
import { loseAttempt } from "../attempt/finish.ts";
import type { Attempt, Hands, Standing } from "../hands.ts";

/**
 * Brings a job back to where the journal says it is. The same for a fresh start and after any crash: attempts that were
 * running have died with their conductor, so what they left is captured and they go back to waiting. Gives the contexts
 * that are not needed any more.
 */
export async function recoverJob(hands: Hands, book: Book, run: Recovery): Promise<readonly SheetRelease[]> {
  const { sheets } = book.job().plan;
  await hands.repair(book.job(), run.isInterrupted);
  for (const sheet of sheets) {
    const state = book.state(sheet.id);
    if (state.kind === "running") await endLostAttempt(hands, book, { sheet, state });
  }
  await run.onRecovered?.();
  const owed = sheets.flatMap((sheet) => {
    const release = releaseOf(book.state(sheet.id));
    return release === null ? [] : [{ ...release, sheet }];
  });
  return [...(await leftovers(hands, book)), ...owed];
}

export interface Recovery {
  /** Whether the Tutti that played the job last died doing so. */
  readonly isInterrupted: boolean;
  /**
   * For what a person wants of a sheet that may have been running when its Tutti died: before this it could not be
   * done.
   */
  readonly onRecovered?: () => Promise<void>;
}

/** Contexts that no sheet refers to any more: their clean-up was cut short. */
async function leftovers(hands: Hands, book: Book): Promise<readonly SheetRelease[]> {
  const job = book.job();
  const standing = await hands.listContexts(job);
  if (standing.length === 0) return [];
  const known = new Set<ContextId | null>([
    sharedContextId(job.id),
    ...job.plan.sheets.map(({ id }) => contextOf(book.state(id))),
  ]);
  // A job rebuilt without the database may have another score by now: what its old sheets left is for a person to
  // decide.
  const sheets = new Set(job.plan.sheets.map(({ id }) => id));
  return standing
    .filter(({ context, sheet }) => !known.has(context.id) && sheets.has(sheet))
    .map(({ context, sheet }) => ({ sheet: book.plan(sheet), context: context.id, after: "replaced" }));
}

function contextOf(state: SheetState): ContextId | null {
  return state.kind === "waiting" ? (state.context?.id ?? null) : state.context;
}

async function endLostAttempt(
  hands: Hands,
  book: Book,
  lost: { sheet: SheetPlan; state: SheetState & { kind: "running" } },
): Promise<void> {
  const attempt = { job: book.job(), sheet: lost.sheet, attempt: lost.state.attempt };
  const found = await captureLost(hands, attempt, lost.state.context).catch(detailOf);
  // One context that can't be captured must not hold up the others; it is kept, and its sheet says so.
  if (found !== undefined && "detail" in found) await loseAttempt(hands, book, { attempt, detail: found.detail });
  else {
    const usage = await hands.readUsage(attempt, agentFor(lost.sheet, lost.state.counts), lost.state.session);
    await book.recordSheets([
      { sheet: lost.sheet.id, event: interruptedEvent(hands, attempt, { proof: found, asked: false, usage }) },
    ]);
  }
}

async function captureLost(hands: Hands, attempt: Attempt, id: ContextId): Promise<CaptureProof | undefined> {
  const standing = (await hands.findContext(id)) ?? (await findUnplaced(hands, attempt));
  if (standing === undefined) return undefined;
  const proof = await hands.capture(attempt, standing.context, "lost");
  // A folder of the user's must not stay as a dead attempt left it.
  await hands.settle(attempt, proof, false);
  return proof;
}

/**
 * A context that was made for the attempt, and its maker died before the journal had it: it is not the one that was
 * meant to be used.
 */
async function findUnplaced(hands: Hands, { job, sheet, attempt }: Attempt): Promise<Standing | undefined> {
  const own = (await hands.listContexts(job)).find(
    (standing) => standing.sheet === sheet.id && standing.attempt === attempt,
  );
  return own === undefined ? undefined : hands.findContext(own.context.id);
}
