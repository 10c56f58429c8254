import type { CommitSha, ContextId, EpochMs, SheetId } from "../../src/base/ids.ts";
import type { Candidate } from "../../src/landing/candidate.ts";
import type { LandingRecord } from "../../src/landing/queue/offer.ts";
import type { LandingQueue } from "../../src/landing/queue/queue.ts";
import type { Job } from "../../src/sheet/job.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import { type MemoryGit, withChanges } from "../../test/kit/memory-ground.ts";
import type { Edit } from "./house.ts";
import { type Around, type Pages, openPages } from "./pages.ts";

/**
 * One job as its conductor has it: states decided at once, events durable some time later, results offered as they
 * wait.
 */
export interface JobBook extends Pick<Pages, "job" | "states" | "state"> {
  /** As a person's word, which is written down before anything else happens; `false` when it means nothing now. */
  readonly say: Pages["say"];
  offer(queue: LandingQueue, how: "one" | "each"): void;
  /** Offers without an answer. */
  open(): number;
  /** Why it does not go on by itself. */
  halted(): string | null;
  /** A person's stop. */
  stop(): void;
  /** Goes on from what the journal has; only when everything it offered was answered. */
  resume(): void;
  /** Its process is gone: only what is durable is left. */
  reopen(): void;
}

/** What one process has offered; the next knows nothing of it. */
interface Life {
  readonly offered: Set<SheetId>;
  readonly stop: AbortController;
  open: number;
  halted: string | null;
}

function newLife(): Life {
  return { offered: new Set(), stop: new AbortController(), open: 0, halted: null };
}

export function openJobBook(start: Job, around: Around): JobBook {
  const pages = openPages(start, around);
  const { job, state } = pages;
  let life = newLife();
  const begin = (): void => {
    life = newLife();
    pages.load();
  };
  return {
    job,
    state,
    states: pages.states,
    say: pages.say,
    halted: () => life.halted,
    open: () => life.open,
    offer: (queue, how) => {
      if (life.halted !== null) return;
      const all = job().plan.sheets.flatMap((sheet) =>
        life.offered.has(sheet.id) ? [] : candidateOf(job(), sheet, state(sheet.id)),
      );
      const lots = all.length === 0 ? [] : how === "one" ? [all] : all.map((one) => [one]);
      for (const candidates of lots) offerThese(queue, candidates, { pages, life, around });
    },
    stop: () => {
      life.halted ??= "a person's stop";
      life.stop.abort();
    },
    resume: () => {
      if (life.open === 0) begin();
    },
    reopen: begin,
  };
}

/** An event about a result after the answer to its offer is a fault: its job no longer listens, or another one does. */
function offerThese(
  queue: LandingQueue,
  candidates: readonly Candidate[],
  { pages, life, around }: { pages: Pages; life: Life; around: Around },
): void {
  let isOpen = true;
  const whileOpen = <T>(what: string, go: () => T): T => {
    if (!isOpen) around.wrong(`${what} is said of what was answered already`);
    return go();
  };
  const record: LandingRecord = {
    stop: life.stop.signal,
    wants: ({ sheet, attempt, capture }) => isWanted(pages.state(sheet.id), attempt, capture),
    job: (event) => whileOpen(event.kind, () => pages.recordJob(event)),
    sheets: (news) => whileOpen(news.map(({ event }) => event.kind).join(", "), () => pages.recordSheets(news)),
  };
  const end = (error: string | null): void => {
    isOpen = false;
    life.open -= 1;
    for (const { sheet } of candidates) life.offered.delete(sheet.id);
    if (error === null) return;
    // As the loop does: what else it has in the queue is let go.
    life.halted ??= error;
    life.stop.abort();
  };
  life.open += 1;
  for (const { sheet } of candidates) life.offered.add(sheet.id);
  queue.offer({ candidates, record }).then(
    () => {
      end(null);
    },
    (error: unknown) => {
      end(String(error));
    },
  );
}

function isWanted(state: SheetState, attempt: number, capture: CommitSha): boolean {
  if (state.kind !== "landing" && (state.kind !== "captured" || !state.isApproved)) return false;
  return state.attempt === attempt && state.capture === capture;
}

function candidateOf(job: Job, sheet: Candidate["sheet"], state: SheetState): readonly Candidate[] {
  if (state.kind !== "landing" && (state.kind !== "captured" || !state.isApproved)) return [];
  const { attempt, base, capture, verdict, isReviewed = false } = state;
  const intent = state.kind === "landing" ? state.commit : null;
  return [
    { job, sheet, attempt, base, capture, verdict, agent: sheet.agent, spent: nothingSpentYet, isReviewed, intent },
  ];
}

/** An agent did its part, on a commit of the target's line; what it made waits to land. */
export function captureAttempt(
  book: JobBook,
  git: MemoryGit,
  { sheet, base, edits }: { sheet: number; base: CommitSha; edits: readonly Edit[] },
): void {
  const plan = book.job().plan.sheets[sheet];
  if (plan === undefined) return;
  const state = book.state(plan.id);
  if (state.kind !== "waiting") return;
  const attempt = state.counts.attempts + 1;
  const files = withChanges(
    git.filesOf(base),
    edits.map(([path, content]) => [
      path,
      content === "own" ? `${book.job().id}/${plan.id}/${String(attempt)}` : content,
    ]),
  );
  const capture = git.commit(files, { parent: base });
  const at = 1 as EpochMs;
  const isValidated = sheet % 2 === 0;
  book.say(plan.id, { kind: "started", at, attempt, context: `${plan.id}.${String(attempt)}` as ContextId, base });
  book.say(plan.id, {
    kind: "ended",
    at,
    attempt,
    end: { kind: "exited", code: 0 },
    trouble: null,
    words: null,
    verdict: isValidated
      ? { kind: "judged", results: [{ index: 0, description: "works", passed: true, reason: "" }] }
      : { kind: "unvalidated" },
    capture,
    changed: git.treeOf(files) !== git.treeOf(git.filesOf(base)),
    chance: 0,
    spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
    leftOut: { count: 0, first: [], isIncomplete: false },
  });
}
