import type { EpochMs } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import {
  type Asking,
  type Lane,
  firstWindow,
  newLane,
  runningOf,
  withRunning,
  withUse,
} from "../../schedule/accounts/lane.ts";
import { afterAnswer, afterRefusal, unlearnt } from "../../schedule/accounts/learn.ts";
import { type LaneLeave, laneLeave } from "../../schedule/accounts/leave.ts";
import { type Closed, type RulesOf, closedAt, hasBudget, ruled, usedToday } from "../../schedule/accounts/rules.ts";
import { toldIn } from "../../schedule/accounts/told.ts";
import type { Shut } from "../../schedule/throttle/throttle.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Ledger } from "../../store/ledger.ts";
import { makeWatch } from "./watch-ledger.ts";

/** Which lane of the ledger an agent uses. */
export interface LaneId extends Pick<Lane, "name" | "account"> {
  readonly key: string;
  /** Its agent says when it is answered, so its use may begin small. */
  readonly isHeard: boolean;
}

/** Lets sessions start as far as their accounts allow it, over all homes of this machine. */
export interface Accounts {
  look(now: EpochMs): AccountLook;
  /** Begins a session; `null`: none may start now. `isForced`: it starts in any case. */
  begin(id: LaneId, how: Manner & { readonly isForced: boolean }): Session | null;
  /** All that is known of all accounts, by lane. */
  lanes(): ReadonlyMap<string, Lane>;
  readonly rules: RulesOf;
  /** Forgets all facts learnt of these lanes and keeps the sessions that are out. Returns the number of lanes. */
  clear(which: (lane: Lane) => boolean): number;
  /** Calls back whenever a session may start that could not. */
  follow(hear: () => void): () => void;
  close(): void;
}

/** Whether a session may start, by its provider and by a person's rules. */
export type AccountLeave = LaneLeave | Closed;

/** How a sheet asks. */
export type Manner = Pick<Asking, "isUrgent" | "isWary">;

export interface AccountLook {
  leave(id: LaneId, how: Manner): AccountLeave;
  /** One starts; it counts against the next question. */
  take(id: LaneId): void;
}

/** One agent's run. */
export interface Session {
  /** `usage`: of the whole run so far. */
  spent(usage: Usage): void;
  /** It came to an answer. */
  answered(): void;
  refused(shut: Shut): void;
  /** It uses its account no more; may be said twice. */
  back(): void;
}

interface AccountsParts {
  readonly world: Pick<World, "now" | "after">;
  readonly ledger: Ledger;
  /** As they are now: a reload may change them. */
  readonly rules: RulesOf;
}

/** A run that is not refused for this long is well, whether its agent tells anything before its end or not. */
const aliveMs = 10_000;

export function makeAccounts({ world, ledger, rules }: AccountsParts): Accounts {
  const { holder } = ledger;
  const followers = new Set<() => void>();
  const running = new Map<string, number>();
  const wake = (): void => {
    queue.forget();
    followers.forEach((hear) => hear());
  };
  const queue = makeWatch({ world, ledger, running, wake });
  const asking = (how: Manner = { isUrgent: false }): Asking => ({ now: world.now(), holder, ...how });
  const count = (lane: Lane, { key }: LaneId, more: number): Lane => {
    const now = Math.max(0, (running.get(key) ?? 0) + more);
    if (now === 0) running.delete(key);
    else running.set(key, now);
    // Of ours, not of what is written there: another version, or a person, may have cleared it.
    return withRunning(lane, asking(), now);
  };
  const begin: Accounts["begin"] = (id, { isForced, ...how }) => {
    const found = { isOpen: false };
    ledger.change(id.key, (before) => {
      const lane = before ?? laneFor(id);
      found.isOpen = isForced || laneLeave(ruled(lane, rules(id)), asking(how)).kind === "go";
      return found.isOpen ? count(lane, id, 1) : before;
    });
    if (!found.isOpen) return null;
    queue.watch();
    const change = (to: (lane: Lane) => Lane): void => {
      ledger.change(id.key, (lane) => to(lane ?? laneFor(id)));
    };
    return openSession({ world, change, back: (lane) => count(lane, id, -1), wake });
  };
  return {
    begin,
    rules,
    lanes: () => ledger.all(),
    clear: (which) => {
      const cleared = [...ledger.all()].filter(([, lane]) => which(lane));
      for (const [key] of cleared) ledger.change(key, (lane) => lane && unlearnt(lane));
      wake();
      return cleared.length;
    },
    look: () => {
      const today = new Map<string, AccountDay>();
      const dayOf = (id: LaneId): AccountDay => {
        const { account } = id;
        if (!hasBudget(rules(id))) return nothingToday;
        const day = today.get(account) ?? usedToday(ledger.all().values(), account, world.now());
        today.set(account, day);
        return day;
      };
      const lanes = new Map<string, Lane>();
      const laneAt = (id: LaneId): Lane => lanes.get(id.key) ?? ledger.read(id.key) ?? laneFor(id);
      return {
        leave: (id, how) => {
          const { isUrgent } = how;
          const closed = closedAt(rules(id), { now: world.now(), isUrgent, day: dayOf(id) });
          if (closed !== null) return closed;
          const lane = laneAt(id);
          lanes.set(id.key, lane);
          const leave = laneLeave(ruled(lane, rules(id)), asking(how));
          if (leave.kind === "full") queue.wait(id, { isUrgent, isTimed: leave.why !== "sessions" });
          return leave;
        },
        take: (id) => {
          const lane = laneAt(id);
          lanes.set(id.key, withRunning(lane, asking(), runningOf(lane, holder) + 1));
        },
      };
    },
    follow: (hear) => {
      followers.add(hear);
      return () => followers.delete(hear);
    },
    close: () => {
      queue.stop();
      ledger.close();
    },
  };
}

type AccountDay = ReturnType<typeof usedToday>;
const nothingToday: AccountDay = { calls: 0, tokens: 0, usd: 0 };

export function laneFor({ name, account, isHeard }: LaneId): Lane {
  return newLane({ name, account, window: isHeard ? firstWindow : null });
}

interface SessionParts {
  readonly world: AccountsParts["world"];
  readonly change: (to: (lane: Lane) => Lane) => void;
  readonly back: (lane: Lane) => Lane;
  readonly wake: () => void;
}

function openSession({ world, change, back, wake }: SessionParts): Session {
  let [isBack, isAnswered, tokens, usd] = [false, false, 0, 0];
  const grow = (): void => {
    isAnswered = true;
    change((lane) => afterAnswer(lane, world.now()));
    wake();
  };
  const answered = (): void => {
    if (!isAnswered) grow();
  };
  const again = (): (() => void) =>
    world.after(aliveMs, () => {
      callOff = again();
      grow();
    });
  let callOff = again();
  return {
    answered,
    spent: (usage) => {
      // Those read from a cache count nowhere near as much, and with some providers not at all.
      const more = Math.max(0, usage.inputTokens + usage.outputTokens + usage.cacheWriteTokens - tokens);
      const cost = Math.max(0, (usage.usd ?? 0) - usd);
      if (more === 0 && cost === 0) return;
      tokens += more;
      usd += cost;
      // A sum at the end of a run is no call of its own.
      change((lane) => withUse(lane, world.now(), { calls: more > 0 ? 1 : 0, tokens: more, usd: cost }));
      answered();
    },
    refused: (shut) => {
      const told = toldIn(shut.detail);
      change((lane) => afterRefusal(lane, { now: world.now(), shut, told, wasAnswered: isAnswered }));
    },
    back: () => {
      if (isBack) return;
      isBack = true;
      callOff();
      change(back);
      wake();
    },
  };
}
