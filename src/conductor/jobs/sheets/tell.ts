import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Book } from "../../book.ts";
import type { Playing } from "../../stage.ts";
import type { Restored } from "../../../sheet/events/event.ts";
import type { SheetState } from "../../../sheet/state.ts";
import type { Accepted } from "../../../api/contract/job.ts";
import { goOn } from "../go-on.ts";
import { type JobParts, openJob } from "../parts.ts";
import { notNow, requireSheet } from "../../find/require.ts";
import { readLeftWork } from "./left-work.ts";
import { requireNobodyIn } from "./nobody-in.ts";

/** A person has something to add: the sheet goes on with the same work, in the same session where its agent can. */
export async function tell(
  parts: JobParts,
  asked: {
    readonly job: JobId;
    readonly sheet: string;
    readonly text: string;
    readonly environment?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Accepted> {
  await parts.agents.remember(asked.job, asked.environment);
  const { book } = await openJob(parts, asked.job);
  const sheet = requireSheet(book.job(), asked.sheet);
  const state = book.state(sheet);
  requireListener(sheet, state);
  await requireNobodyIn(parts, asked.job, [sheet]);
  const from = await goesOnFrom(parts, book, sheet);
  const say = (now: Book, playing: Playing | undefined): Promise<void> =>
    sayTo(parts, { book: now, playing, sheet, text: asked.text, from });
  // What was running when its Tutti died goes back to waiting before anybody can be told anything.
  return goOn(parts, asked.job, {
    parallel: null,
    say,
    ...(state.kind === "running" ? { isAfterRecovery: true } : {}),
  });
}

interface Said {
  readonly book: Book;
  readonly playing: Playing | undefined;
  readonly sheet: SheetId;
  readonly text: string;
  readonly from: Restored | undefined;
}

/** What its loop may be about to start, end or land, only that loop can tell. */
async function sayTo(parts: JobParts, { book, playing, sheet, text, from }: Said): Promise<void> {
  if (playing !== undefined && isInHand(book.state(sheet))) {
    const earlier = playing.words.get(sheet);
    playing.words.set(sheet, earlier === undefined ? text : `${earlier}\n\n${text}`);
    return;
  }
  await book.recordSheets([
    { sheet, event: { kind: "told", at: parts.world.now(), text, ...(from === undefined ? {} : { from }) } },
  ]);
}

function isInHand(state: SheetState): boolean {
  return state.kind === "running" || state.kind === "waiting" || (state.kind === "captured" && state.isApproved);
}

/**
 * What came to its end goes on from its newest snapshot; what did not knows by itself, unless a person worked on it
 * since.
 */
async function goesOnFrom(parts: JobParts, book: Book, sheet: SheetId): Promise<Restored | undefined> {
  const left = await readLeftWork(parts, book.job(), sheet);
  if (left === null || left.wasInPlace || !left.newest.changed) return undefined;
  const { kind } = book.state(sheet);
  const isOver = kind === "failed" || kind === "cancelled";
  return isOver || left.newest.why === "person" ? { commit: left.newest.commit, base: left.newest.base } : undefined;
}

function requireListener(sheet: SheetId, { kind }: SheetState): void {
  if (kind === "done")
    throw notNow(
      `${sheet} is done: there was nothing to land`,
      'Ask for what is to follow as a task of its own: tutti task "…"',
    );
  if (kind === "landed")
    throw notNow(
      `${sheet} has landed: its work is part of the target`,
      'Ask for what is to follow as a task of its own: tutti task "…"',
    );
  if (kind === "landing")
    throw notNow(`${sheet} is landing at this moment`, "Try again when that is settled: tutti status shows it.");
  if (kind === "skipped")
    throw notNow(`${sheet} was skipped: no agent ever worked on it`, 'Ask for it as a task of its own: tutti task "…"');
}
