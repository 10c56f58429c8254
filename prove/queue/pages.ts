import type { SheetId } from "../../src/base/ids.ts";
import type { Candidate } from "../../src/landing/candidate.ts";
import type { SheetNews } from "../../src/landing/queue/offer.ts";
import { decide } from "../../src/sheet/decide/decide.ts";
import { policyOf } from "../../src/sheet/decide/decision.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";
import { type Job, type JobEvent, nextJob } from "../../src/sheet/job.ts";
import { type SheetState, fresh } from "../../src/sheet/state.ts";
import { type Entry, makeJournal } from "./journal.ts";

/** What surrounds a job: when its writing goes on, and whom to tell what must never be. */
export interface Around {
  readonly pass: (step: string) => Promise<void>;
  readonly wrong: (text: string) => void;
}

/** A job and its sheets as they are decided, and as the journal has them. An event that means nothing is wrong here. */
export interface Pages {
  readonly job: () => Job;
  readonly states: () => ReadonlyMap<SheetId, SheetState>;
  readonly state: (sheet: SheetId) => SheetState;
  readonly say: (sheet: SheetId, event: SheetEvent) => boolean;
  readonly recordSheets: (news: readonly SheetNews[]) => Promise<void>;
  readonly recordJob: (event: JobEvent) => Promise<Job>;
  /** From what is durable. */
  readonly load: () => void;
}

export function openPages(start: Job, { pass, wrong }: Around): Pages {
  const journal = makeJournal();
  const now = { job: start, states: new Map<SheetId, SheetState>(), isBroken: false };
  const stateOf = (sheet: SheetId): SheetState => now.states.get(sheet) ?? fresh;
  const apply = (sheet: SheetId, event: SheetEvent): boolean => {
    const plan = start.plan.sheets.find(({ id }) => id === sheet) as Candidate["sheet"];
    const decision = decide(policyOf(plan, start.plan), stateOf(sheet), event);
    now.states.set(sheet, decision.state);
    return decision.kind === "changed";
  };
  const write = async (entries: readonly Entry[]): Promise<void> => {
    const written = journal.append(entries);
    try {
      await pass("record");
    } catch (error) {
      // Its conductor has decided what the journal does not have: nothing goes on from there.
      now.isBroken = true;
      journal.lose(written);
      throw error;
    }
    journal.flush(written);
    await pass("recorded");
  };
  return {
    job: () => now.job,
    states: () => now.states,
    state: stateOf,
    say: (sheet, event) => {
      if (now.isBroken || !apply(sheet, event)) return false;
      journal.flush(journal.append([{ sheet, event }]));
      return true;
    },
    recordSheets: async (news) => {
      for (const { candidate, event } of news) {
        const name = `${candidate.job.id}/${candidate.sheet.id}`;
        if (candidate.job.id !== start.id) wrong(`${start.id} is told of ${name}`);
        const before = stateOf(candidate.sheet.id).kind;
        if (!apply(candidate.sheet.id, event)) wrong(`"${event.kind}" of ${name}, which is ${before}`);
      }
      await write(news.map(({ candidate, event }) => ({ sheet: candidate.sheet.id, event })));
    },
    recordJob: async (event) => {
      now.job = nextJob(now.job, event);
      await write([{ job: event }]);
      return now.job;
    },
    load: () => {
      Object.assign(now, { job: start, states: new Map(), isBroken: false });
      for (const entry of journal.durable()) {
        if ("job" in entry) now.job = nextJob(now.job, entry.job);
        else apply(entry.sheet, entry.event);
      }
    },
  };
}
