import type { JobId, SheetId } from "../../base/ids.ts";
import type { Book } from "../book.ts";
import type { OpenPull, PullSeen } from "../hands.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import type { Playing } from "../stage.ts";
import { requireRepository } from "../../git/repository.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { goOn } from "./go-on.ts";
import { type JobParts, openJob } from "./parts.ts";

export interface SheetNews {
  readonly sheet: SheetId;
  readonly event: SheetEvent;
}

/**
 * The states of a job's pull requests, by their server. Writes nothing down; other requests may be served meanwhile.
 */
export async function lookAtPulls(
  parts: JobParts,
  id: JobId,
): Promise<{ readonly open: readonly OpenPull[]; readonly seen: readonly PullSeen[] }> {
  const { book } = await openJob(parts, id);
  const open = openPulls(book);
  if (open.length === 0) return { open, seen: [] };
  const job = book.job();
  await requireRepository(job.repository);
  const hands = await parts.kit.hands(job, parts.process.notice);
  return { open, seen: await hands.lookAtPulls(job, open) };
}

export function newsIn(seen: readonly PullSeen[]): readonly SheetNews[] {
  return seen.flatMap(({ sheet, event }) => (event === null ? [] : [{ sheet, event }]));
}

/** Writes down what was heard. True when the job goes on because of it; one that a person paused only knows it then. */
export async function tellNews(parts: JobParts, id: JobId, news: readonly SheetNews[]): Promise<boolean> {
  if (news.length === 0) return false;
  const { book, playing } = await openJob(parts, id);
  const { status } = book.job();
  const isToRest =
    news.every(({ event }) => event.kind === "heard") || (status.kind === "paused" && status.cause.kind === "user");
  if (playing === undefined && isToRest) {
    await book.recordSheets(news);
    return false;
  }
  await goOn(parts, id, { parallel: null, say: saying(news), isTakenUp: true });
  return true;
}

export function saying(news: readonly SheetNews[]): (book: Book, playing: Playing | undefined) => Promise<void> {
  return async (book, playing) => {
    if (news.length === 0) return;
    if (playing === undefined) await book.recordSheets(news);
    else await playing.hear(news);
  };
}

/** Results that are offered as pull requests, in the order of the score. */
function openPulls(book: Pick<Book, "job" | "state">): readonly OpenPull[] {
  return book.job().plan.sheets.flatMap((sheet) => {
    const state = book.state(sheet.id);
    return state.kind === "proposed" ? [{ sheet, state, agent: agentFor(sheet, state.counts) }] : [];
  });
}
