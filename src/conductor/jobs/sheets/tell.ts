import type { TalkForm } from "../../../sheet/live-agent.ts";
import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Book } from "../../book.ts";
import type { Playing } from "../../stage.ts";
import type { Restored } from "../../../sheet/events/event.ts";
import type { SheetState } from "../../../sheet/state.ts";
import type { Accepted } from "../../../api/contract/job.ts";
import { addWords } from "../../loop/person.ts";
import { goOn } from "../go-on.ts";
import { type JobParts, openJob } from "../parts.ts";
import { notNow, requireSheet } from "../../find/require.ts";
import { readLeftWork } from "./left-work.ts";
import { requireUnvisited } from "./visited.ts";

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
  await requireUnvisited(parts, asked.job, [sheet]);
  const from = await goesOnFrom(parts, book, sheet);
  let way: Way = "next";
  const say = async (now: Book, playing: Playing | undefined): Promise<void> => {
    way = await sayTo(parts, { book: now, playing, sheet, text: asked.text, from });
  };
  // Sheets that were running when their Tutti died go back to waiting before any agent can be told anything.
  const accepted = await goOn(parts, asked.job, {
    parallel: null,
    say,
    ...(state.kind === "running" ? { isAfterRecovery: true } : {}),
  });
  return { ...accepted, notes: [...accepted.notes, `${sheet}: ${arrivals[way]}`] };
}

interface Said {
  readonly book: Book;
  readonly playing: Playing | undefined;
  readonly sheet: SheetId;
  readonly text: string;
  readonly from: Restored | undefined;
}

/**
 * Says words to a sheet. If its loop may be about to start, end or land it, only that loop can tell it. Words for a
 * running agent are written down first: it may end, or this process, before it has read them.
 */
async function sayTo(parts: JobParts, { book, playing, sheet, text, from }: Said): Promise<Way> {
  const told = { kind: "told", at: parts.world.now(), text, ...(from === undefined ? {} : { from }) } as const;
  const state = book.state(sheet);
  if (playing === undefined || !isInHand(state)) {
    await book.recordSheets([{ sheet, event: told }]);
    return "next";
  }
  if (state.kind !== "running") {
    addWords(playing.words, sheet, text);
    return "next";
  }
  await playing.hear([{ sheet, event: told }]);
  const agent = playing.live.get(sheet);
  if (agent?.say(text) === true) return agent.form;
  addWords(playing.words, sheet, text);
  return "restart";
}

/** How words reach an agent: while it runs, in an attempt that is restarted for them, or in its next one. */
type Way = TalkForm | "restart" | "next";

/** When a person's words arrive. */
const arrivals: Readonly<Record<Way, string>> = {
  claude: "its agent runs and reads this after its current step (input stream)",
  bridge: "its agent runs; its current step is stopped, and it goes on with this (ACP)",
  restart:
    "its agent takes no words while it runs: the attempt is stopped, its work is kept, and the next one goes on with this",
  next: "its agent does not run: its next attempt goes on with this",
};

function isInHand(state: SheetState): boolean {
  return state.kind === "running" || state.kind === "waiting" || (state.kind === "captured" && state.isApproved);
}

/** A finished sheet goes on from its newest snapshot; any other knows by itself, unless a person worked on it since. */
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
