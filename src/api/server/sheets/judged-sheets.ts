import type { SheetId } from "../../../base/ids.ts";
import type { Book } from "../../../conductor/book.ts";
import type { SheetState } from "../../../sheet/state.ts";
import { notNow, requireSheet } from "../jobs/parts.ts";

interface Question {
  readonly named: readonly string[] | undefined;
  readonly isPlayed: boolean;
}

/** The sheets whose work is to be judged again: those named, or all that left work and did not come through with it. */
export function judgedSheets(book: Book, { named, isPlayed }: Question): readonly SheetId[] {
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

/** What waits for a person's word is judged again only because a person worked on it, and is named then. */
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
