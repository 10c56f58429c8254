import { TuttiError } from "../base/error.ts";
import type { EpochMs, SheetId } from "../base/ids.ts";
import { type End, afterJob, afterSheet } from "../chains/follow.ts";
import type { Successor } from "../chains/successor.ts";
import { lookedAtEnd, outcomeChanges } from "../learning/outcomes/changes.ts";
import type { OutcomeChange } from "../learning/outcomes/outcome.ts";
import { type Agenda, makeAgenda } from "../schedule/agenda.ts";
import { type Records, makeRecords } from "../schedule/skip.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import { type Release, releaseOf } from "../sheet/decide/release.ts";
import { decide } from "../sheet/decide/decide.ts";
import { policyOf } from "../sheet/decide/decision.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import { type Job, type JobEvent, isExclusive, nextJob } from "../sheet/job.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import { type SheetState, fresh } from "../sheet/state.ts";
import type { Entry } from "../store/entry.ts";
import type { Journal } from "../store/store.ts";

/** A job as the journal has it. Every change goes through here: decided, written, and only then acted upon. */
export interface Book {
  job(): Job;
  states(): ReadonlyMap<SheetId, SheetState>;
  state(sheet: SheetId): SheetState;
  plan(sheet: SheetId): SheetPlan;
  /** `null` for a sheet that it does not have, or has no more. */
  title(sheet: SheetId): string | null;
  /** The sheets that may start and those that wait to land, by the states as they are now. */
  agenda(): Agenda;
  /** The facts that conditions may ask for, by the same states. */
  records(): Records;
  /** `with`: entries that are written in the same step. */
  recordJob(event: JobEvent, beside?: readonly Entry[]): Promise<Job>;
  /**
   * Resolves when the events are durable, with the contexts that are not needed any more. `beside`: entries that are
   * written in the same step.
   */
  recordSheets(
    events: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[],
    beside?: readonly Entry[],
  ): Promise<readonly SheetRelease[]>;
  /** Writes down what changes no state. */
  note(event: NoteEvent, sheet?: SheetId): Promise<void>;
}

/** A release, and the sheet whose context it is. */
export interface SheetRelease extends Release {
  readonly sheet: SheetPlan;
}

export interface BookStart {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly ends?: BookEnds | undefined;
}

/** Entries that are written with the end of a job or of a sheet. */
export interface BookEnds {
  /** The summary that is kept of a whole job when it ends; `undefined`: it goes on. */
  readonly summary?: (job: Job, states: ReadonlyMap<SheetId, SheetState>) => object | undefined;
  /** Absolute. */
  workspace(job: Job): string;
}

export function openBook(journal: Journal, start: BookStart): Book {
  let job = start.job;
  const states = new Map(start.states);
  let plans = plansOf(job);
  let agenda = makeAgenda(job.plan, states, isExclusive(job.isolation));
  let records = makeRecords(job.plan, states);
  const follows = (at: EpochMs, find: (end: End) => readonly Successor[]): readonly Entry[] =>
    start.ends === undefined
      ? []
      : find({ job, states, workspace: start.ends.workspace(job), at }).map((successor) =>
          successorEntry(successor, at),
        );
  const plan = (id: SheetId): SheetPlan => {
    const found = plans.get(id);
    if (found === undefined)
      throw new TuttiError("bug.unexpected", `${job.id} has no sheet ${id}`, { audience: "bug" });
    return found;
  };
  return {
    job: () => job,
    states: () => states,
    state: (id) => states.get(id) ?? fresh,
    plan,
    title: (id) => plans.get(id)?.title ?? null,
    agenda: () => agenda,
    records: () => records,
    recordJob: async (event, beside = []) => {
      job = nextJob(job, event);
      if ("plan" in event) {
        plans = plansOf(job);
        agenda = makeAgenda(job.plan, states, isExclusive(job.isolation));
        records = makeRecords(job.plan, states);
      }
      const next = job;
      const ending = start.ends?.summary?.(next, states);
      await journal.append([
        { about: "job", job: job.id, event, next, ...(ending === undefined ? {} : { ending }) },
        ...lookedAtEnd(next, event).map(learned),
        ...(event.kind === "finished" ? follows(event.at, afterJob) : []),
        ...beside,
      ]);
      return next;
    },
    recordSheets: async (events, beside = []) => {
      const releases: SheetRelease[] = [];
      const entries: Entry[] = [];
      for (const { sheet, event } of events) {
        const before = states.get(sheet) ?? fresh;
        const decision = decide(policyOf(plan(sheet), job.plan), before, event);
        // An event that does not fit is written down all the same: the journal loses nothing.
        states.set(sheet, decision.state);
        agenda.note(sheet, decision.state);
        records.note(sheet, decision.state);
        entries.push({
          about: "sheet",
          job: job.id,
          sheet,
          event,
          next: decision.state,
          isSame: decision.state === before,
        });
        if (decision.kind === "changed")
          entries.push(
            ...outcomeChanges({ job, sheet: plan(sheet), before, event, after: decision.state }).map(learned),
            ...follows(event.at, (end) => afterSheet(end, plan(sheet), decision.state)),
          );
        const release = decision.kind === "changed" ? releaseOf(decision.state) : null;
        if (release !== null) releases.push({ ...release, sheet: plan(sheet) });
      }
      if (entries.length > 0) await journal.append([...entries, ...beside]);
      return releases;
    },
    note: async (event, sheet) => {
      await journal.append([{ about: "note", job: job.id, sheet: sheet ?? null, event }]);
    },
  };
}

function learned(change: OutcomeChange): Entry {
  return { about: "outcome", change };
}

/** `isNew`: it is recorded with the end that it follows. */
export function successorEntry(successor: Successor, at: EpochMs, isNew = true): Entry {
  const { id, job, sheet, step, state } = successor;
  const event = {
    kind: "successor",
    at,
    successor: id,
    state: state.kind,
    what: step.title,
    started: state.kind === "started" ? state.job : null,
    why: "why" in state ? state.why : null,
  } as const;
  return { about: "successor", job, sheet, successor, isNew, event };
}

function plansOf({ plan }: Job): ReadonlyMap<SheetId, SheetPlan> {
  return new Map(plan.sheets.map((sheet) => [sheet.id, sheet]));
}
