import type { CaptureProof } from "../isolation/capture/capture.ts";
import type { SheetPlan } from "../score/plan.ts";
import { commandsOf } from "../sheet/command.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Book, Order } from "./book.ts";
import { detailOf, loseAttempt } from "./attempt.ts";
import type { Attempt, Hands } from "./hands.ts";

/**
 * Brings a job back to where the journal says it is. The same for a fresh start and after any crash: attempts that were
 * running have died with their conductor, so what they left is captured and they go back to waiting; everything else
 * still owed follows from the states themselves.
 */
export async function recoverJob(hands: Hands, book: Book, isInterrupted: boolean): Promise<readonly Order[]> {
  await hands.repair(book.job(), isInterrupted);
  const orders: Order[] = [];
  for (const sheet of book.job().plan.sheets) {
    const state = book.state(sheet.id);
    orders.push(...earlierContexts(sheet, state));
    if (state.kind === "running") orders.push(...(await endLostAttempt(hands, book, { sheet, attempt: state.attempt })));
    else orders.push(...commandsOf(state).map((command) => ({ sheet, command })));
  }
  return orders;
}

/** Contexts of attempts before the last one: their clean-up may have been cut short. */
function earlierContexts(sheet: SheetPlan, state: SheetState): readonly Order[] {
  const last = "counts" in state ? state.counts.attempts : 0;
  return Array.from({ length: Math.max(0, last - 1) }, (_, place) => ({
    sheet,
    command: { kind: "release-context", attempt: place + 1, keep: false } as const,
  }));
}

async function endLostAttempt(hands: Hands, book: Book, lost: { sheet: SheetPlan; attempt: number }): Promise<readonly Order[]> {
  const attempt = { job: book.job(), sheet: lost.sheet, attempt: lost.attempt };
  const found = await captureLost(hands, attempt).catch(detailOf);
  // One context that can't be captured must not hold up the others; it is kept, and its sheet says so.
  if (found !== undefined && "detail" in found) return loseAttempt(hands, book, { attempt, detail: found.detail });
  return book.recordSheets([
    {
      sheet: lost.sheet.id,
      event: { kind: "interrupted", at: hands.world.now(), attempt: lost.attempt, asked: false, capture: found?.commit ?? null },
    },
  ]);
}

async function captureLost(hands: Hands, attempt: Attempt): Promise<CaptureProof | undefined> {
  const context = await hands.reopenContext(attempt);
  return context === undefined ? undefined : hands.capture(attempt, context);
}
