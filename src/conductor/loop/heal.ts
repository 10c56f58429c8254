import { messageOf, TuttiError } from "../../base/error.ts";
import { type Paused, type Rest, pausedBy } from "../../sheet/rest/rest.ts";
import type { Book } from "../book.ts";
import type { Run } from "./course.ts";

export interface Healed extends Pick<Run, "stop" | "unwanted" | "words" | "onRest"> {
  readonly book: Book;
  /** Whether there is something to play again. `null`: before it is played. */
  readonly heal: (book: Book, rest: Rest | null) => Promise<boolean>;
}

/**
 * A job is played again after a remedy, without a rest in between: a process that dies meanwhile leaves a job that is under
 * way, and the next start finds the remedy in its records.
 */
export async function playAndHeal(
  { book, heal, stop, unwanted, words, onRest }: Healed,
  playOnce: (isFirst: boolean) => Promise<Rest>,
): Promise<Rest> {
  await heal(book, null);
  for (let isFirst = true; ; isFirst = false) {
    const played = playOnce(isFirst);
    const rest = await played.catch(brokenBy);
    const isOver = stop.aborted || isUnwritable(rest);
    const isCured = !isOver && (await heal(book, rest));
    const { kind } = book.job().status;
    const isSaid = (kind === "pausing" || kind === "cancelling") && isUnasked(rest);
    if (isCured || (!isOver && (isSaid || unwanted.size + words.size > 0))) continue;
    onRest?.();
    return played;
  }
}

function isUnwritable(rest: Rest): boolean {
  return rest.kind === "paused" && rest.cause.kind === "broken" && rest.cause.code === "store.write_failed";
}

/** Not the one that a person asked for meanwhile. */
function isUnasked(rest: Rest): boolean {
  return rest.kind === "finished" || (rest.kind === "paused" && rest.cause.kind !== "user");
}

/** The rest of a job that was stopped from the outside, or by a fault of our own. */
export function brokenBy(error: unknown): Paused {
  const { code, hint } = error instanceof TuttiError ? error : ({ code: "bug.unexpected", hint: undefined } as const);
  return pausedBy({ kind: "broken", code, hint: hint ?? null }, messageOf(error));
}
