import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { Shut } from "../../schedule/throttle/throttle.ts";
import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";
import { type CastingFacts, makeDraw } from "./draw.ts";
import { castOf } from "../../score/plan/agents/cast.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import type { Book } from "../book.ts";
import type { Manner } from "./accounts.ts";
import type { Throttles, Look } from "./throttles.ts";

/** Finds an agent for each sheet that could start, at one moment. */
export interface Casting {
  /** Whether there is one; what was given counts against the next question. */
  accepts(sheet: SheetId): boolean;
  /** How many of its agents have handed over when an accepted sheet starts. */
  agentFor(sheet: SheetId): number;
  /** The decision for an accepted sheet that has had no attempt yet. */
  drawnFor(sheet: SheetId): Drawn | undefined;
  /** When the first of those that were not accepted may have one; `null` when no moment is known. */
  readonly wakeAt: EpochMs | null;
  /** The first that a person has to see to; `null` too while others only wait for one that is out with their agent. */
  readonly stopped: Stopped | null;
}

export interface Stopped {
  readonly agent: string;
  readonly shut: Shut;
}

export function castSheets(throttles: Throttles, book: Book, facts: CastingFacts): Casting {
  const look = throttles.look(facts.now);
  const chosen = new Map<SheetId, number>();
  const drawn = new Map<SheetId, Drawn>();
  const draw = makeDraw(book, look, facts);
  const seen: Seen = { wakeAt: null, stopped: null, isFull: false };
  return {
    accepts: (id) => {
      const sheet = book.plan(id);
      const state = book.state(id);
      const { counts } = state.kind === "waiting" ? state : fresh;
      const drawnNow = counts.drawn === undefined ? draw(sheet, counts.attempts) : undefined;
      const order = (counts.drawn ?? drawnNow?.drawn)?.order;
      const how = { first: counts.fallbacks, seen, manner: mannerOf(state) };
      const place = choose(look, castOf(sheet, order), how);
      if (place === null) return false;
      if (drawnNow !== undefined) {
        drawn.set(id, drawnNow.drawn);
        drawnNow.keep();
      }
      chosen.set(id, place);
      return true;
    },
    agentFor: (id) => chosen.get(id) ?? 0,
    drawnFor: (id) => drawn.get(id),
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
  readonly manner: Manner;
}

/** The agent the sheet is with, where it can be used or will be soon; else the first that can. */
function choose(look: Look, cast: readonly AgentPlan[], { first, seen, manner }: Choosing): number | null {
  for (const [place, agent] of cast.entries()) {
    if (place < Math.min(first, cast.length - 1)) continue;
    const leave = look.leave(agent, manner);
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
    if (leave.kind === "closed") {
      wakeAt(seen, leave.until);
      // Quiet hours of all accounts hold for the sheet; those of one account, or its budget, send it to the next agent.
      if (!leave.isOwn) return null;
      continue;
    }
    note(seen, agent, leave.shut);
    // A rate limit is over soon: the sheet waits for the agent that it is meant for.
    if (leave.shut.why === "limit") return null;
  }
  return null;
}

/** Others wait for it if a result of it is done and could not land, or if a person has said something to it. */
export function mannerOf(state: SheetState): Manner {
  if (state.kind !== "waiting") return { isUrgent: false };
  const { unlanded, why, counts } = state;
  return { isUrgent: unlanded !== undefined || why === "told", isWary: counts.rateLimits > 0 };
}

/** Its program is not there. */
export function isMissing({ code }: Shut): boolean {
  return code === "E505";
}

function note(seen: Seen, agent: AgentPlan, shut: Shut): void {
  if (shut.until === null) seen.stopped ??= { agent: agentName(agent), shut };
  else wakeAt(seen, shut.until);
}

function wakeAt(seen: Seen, moment: EpochMs): void {
  if (seen.wakeAt === null || moment < seen.wakeAt) seen.wakeAt = moment;
}
