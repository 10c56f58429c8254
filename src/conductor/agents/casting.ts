import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { Shut } from "../../schedule/throttle/throttle.ts";
import { type AgentPlan, agentName } from "../../score/plan/agent-plan.ts";
import { castOf } from "../../score/plan/cast.ts";
import { fresh } from "../../sheet/state.ts";
import type { Book } from "../book.ts";
import type { Throttles, Look } from "./throttles.ts";

/** Finds an agent for each sheet that could start, at one moment. */
export interface Casting {
  /** Whether there is one; what was given counts against the next question. */
  accepts(sheet: SheetId): boolean;
  /** Which of its agents an accepted sheet starts with. */
  agentFor(sheet: SheetId): number;
  /** When the first of those that were not accepted may have one; `null` when no moment is known. */
  readonly wakeAt: EpochMs | null;
  /** The first that a person has to see to; `null` too while others only wait for one that is out with their agent. */
  readonly stopped: Stopped | null;
}

export interface Stopped {
  readonly agent: string;
  readonly shut: Shut;
}

export function castSheets(throttles: Throttles, book: Book, now: EpochMs): Casting {
  const look = throttles.look(now);
  const chosen = new Map<SheetId, number>();
  const seen: Seen = { wakeAt: null, stopped: null, isFull: false };
  return {
    accepts: (id) => {
      const sheet = book.plan(id);
      const state = book.state(id);
      const first = state.kind === "waiting" ? state.counts.fallbacks : fresh.counts.fallbacks;
      const place = choose(look, castOf(sheet), { first, seen });
      if (place === null) return false;
      chosen.set(id, place);
      return true;
    },
    agentFor: (id) => chosen.get(id) ?? 0,
    get wakeAt() {
      return seen.wakeAt;
    },
    get stopped() {
      return seen.isFull ? null : seen.stopped;
    },
  };
}

interface Seen {
  wakeAt: EpochMs | null;
  stopped: Stopped | null;
  /** Enough are out with some agent, maybe of another job: one that comes back wakes this one. */
  isFull: boolean;
}

interface Choosing {
  readonly first: number;
  readonly seen: Seen;
}

/** The agent the sheet is with, where it can be used or will be soon; else the first that can. */
function choose(look: Look, cast: readonly AgentPlan[], { first, seen }: Choosing): number | null {
  for (const [place, agent] of cast.entries()) {
    if (place < Math.min(first, cast.length - 1)) continue;
    const leave = look.leave(agent);
    if (leave.kind === "go") {
      look.take(agent);
      return place;
    }
    if (leave.kind === "shut" && isMissing(leave.shut) && place > 0) {
      // One that the sheet is with is found to be missing by its attempt, which then goes on without it.
      if (place === first) return place;
      continue;
    }
    if (leave.kind === "full") {
      seen.isFull = true;
      return null;
    }
    note(seen, agent, leave.shut);
    // A rate limit is over soon: the sheet waits for the agent that it is meant for.
    if (leave.shut.why === "limit") return null;
  }
  return null;
}

/** Its program is not there. */
export function isMissing({ code }: Shut): boolean {
  return code === "E505";
}

function note(seen: Seen, agent: AgentPlan, shut: Shut): void {
  if (shut.until === null) seen.stopped ??= { agent: agentName(agent), shut };
  else if (seen.wakeAt === null || shut.until < seen.wakeAt) seen.wakeAt = shut.until;
}
