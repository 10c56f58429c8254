import type { Counts } from "../../../sheet/counts.ts";
import type { ContextId, JobId, SheetId } from "../../../base/ids.ts";
import type { Job } from "../../../sheet/job.ts";
import type { Session, SheetState } from "../../../sheet/state.ts";
import { notNow } from "../../find/require.ts";

/** The facts about a sheet that a person works in. */
export interface Visitable {
  readonly attempt: number;
  /** Where its last attempt ran. */
  readonly context: ContextId | null;
  readonly session: Session | null;
  readonly counts: Counts;
}

interface Question {
  readonly job: Job;
  readonly sheet: SheetId;
  readonly state: SheetState;
  readonly isPlayed: boolean;
}

/** Only where no attempt is at work, about to begin or about to land, and something was done already. */
export function requireVisitable({ job: { id }, sheet, state, isPlayed }: Question): Visitable {
  switch (state.kind) {
    case "running":
    case "landing":
      throw busy(id, sheet, isPlayed ? `is ${state.kind}` : "was cut off when its conductor died");
    case "waiting": {
      const { counts, session, context } = state;
      if (isPlayed) throw busy(id, sheet, "may begin at any moment");
      if (counts.attempts === 0)
        throw notNow(
          `${sheet} was not tried yet: there is nothing to work on`,
          `Go on with its job: tutti resume ${id}`,
        );
      return { attempt: counts.attempts, context: context?.id ?? null, session, counts };
    }
    case "captured":
      if (state.isApproved) throw busy(id, sheet, "is about to land");
      return state;
    case "proposed":
      throw notNow(
        `${sheet} is offered as ${state.pull.url}`,
        `Tell its agent what to change: tutti tell ${sheet} "…" --job ${id}`,
      );
    case "landed":
      throw notNow(
        `${sheet} has landed: its work is part of the target`,
        'Work on it in your checkout, or ask for more: tutti task "…"',
      );
    case "done":
      throw notNow(
        `${sheet} is done: there was nothing to land, and nothing comes of it any more`,
        'Ask for what is to follow as a task of its own: tutti task "…"',
      );
    case "skipped":
      throw notNow(`${sheet} was skipped: no agent ever worked on it`, `tutti explain ${sheet} --job ${id} tells why.`);
    case "failed":
    case "cancelled":
      return state;
  }
}

function busy(job: JobId, sheet: SheetId, what: string): Error {
  return notNow(
    `${sheet} ${what}`,
    `Pause its job first (tutti pause --now ${job}), or tell its agent what to do: tutti tell ${sheet} "…" --job ${job}`,
  );
}
