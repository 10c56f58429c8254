import type { SheetPlan } from "../score/plan.ts";
import { commandsOf } from "../sheet/command.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Book, Order } from "./book.ts";
import type { Hands } from "./hands.ts";

/**
 * Brings a job back to where the journal says it is. The same for a fresh start and after any crash: attempts that were
 * running have died with their conductor, so what they left is captured and they go back to waiting; everything else
 * still owed follows from the states themselves.
 */
export async function recoverJob(hands: Hands, book: Book): Promise<readonly Order[]> {
  await hands.repair(book.job());
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
  const context = await hands.reopenContext(attempt);
  const proof = context === undefined ? undefined : await hands.capture(attempt, context);
  return book.recordSheets([
    {
      sheet: lost.sheet.id,
      event: { kind: "interrupted", at: hands.world.now(), attempt: lost.attempt, asked: false, capture: proof?.commit ?? null },
    },
  ]);
}
