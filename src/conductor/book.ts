import { TuttiError } from "../base/error.ts";
import type { SheetId } from "../base/ids.ts";
import type { SheetPlan } from "../score/plan.ts";
import type { Command } from "../sheet/command.ts";
import { decide } from "../sheet/decide.ts";
import type { SheetEvent } from "../sheet/event.ts";
import { type Job, type JobEvent, nextJob } from "../sheet/job.ts";
import { type SheetState, fresh } from "../sheet/state.ts";
import type { Entry } from "../store/entry.ts";
import type { Journal } from "../store/journal.ts";

/** Something that was just recorded, for whoever watches. */
export type News =
  | { readonly about: "job"; readonly job: Job; readonly event: JobEvent }
  | { readonly about: "sheet"; readonly job: Job; readonly sheet: SheetPlan; readonly event: SheetEvent; readonly state: SheetState };

/** A job as the journal has it. Every change goes through here: decided, written, and only then acted upon. */
export interface Book {
  job(): Job;
  states(): ReadonlyMap<SheetId, SheetState>;
  state(sheet: SheetId): SheetState;
  plan(sheet: SheetId): SheetPlan;
  recordJob(event: JobEvent): Promise<Job>;
  /** Resolves when the events are durable, with what is to be done then. */
  recordSheets(events: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[]): Promise<readonly Order[]>;
}

/** A command and the sheet it is about. */
export interface Order {
  readonly sheet: SheetPlan;
  readonly command: Command;
}

export function openBook(journal: Journal, start: { job: Job; states: ReadonlyMap<SheetId, SheetState> }, watch: (news: News) => void): Book {
  let job = start.job;
  const states = new Map(start.states);
  const plans = new Map(job.plan.sheets.map((sheet) => [sheet.id, sheet]));
  const plan = (id: SheetId): SheetPlan => {
    const found = plans.get(id);
    if (found === undefined) throw new TuttiError("bug.unexpected", `${job.id} has no sheet ${id}`, { audience: "bug" });
    return found;
  };
  return {
    job: () => job,
    states: () => states,
    state: (id) => states.get(id) ?? fresh,
    plan,
    recordJob: async (event) => {
      job = nextJob(job, event);
      await journal.append([{ about: "job", job: job.id, event, next: job }]);
      watch({ about: "job", job, event });
      return job;
    },
    recordSheets: async (events) => {
      const orders: Order[] = [];
      const entries: Entry[] = [];
      for (const { sheet, event } of events) {
        const decision = decide(plan(sheet).retry, states.get(sheet) ?? fresh, event);
        // What does not fit is written down all the same: nothing that happened is lost.
        states.set(sheet, decision.state);
        entries.push({ about: "sheet", job: job.id, sheet, event, next: decision.state });
        if (decision.kind === "changed") orders.push(...decision.commands.map((command) => ({ sheet: plan(sheet), command })));
      }
      if (entries.length > 0) await journal.append(entries);
      for (const { sheet, event } of events) watch({ about: "sheet", job, sheet: plan(sheet), event, state: states.get(sheet) ?? fresh });
      return orders;
    },
  };
}
