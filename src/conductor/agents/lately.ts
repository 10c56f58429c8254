import type { EpochMs } from "../../base/ids.ts";
import { type Shut, isShutAt } from "../../schedule/throttle/throttle.ts";
import { type AgentPlan, agentName, laneOf } from "../../score/plan/agents/agent-plan.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import type { AccountLeave } from "./accounts.ts";
import { waitWords } from "./lane-words.ts";

/** The answers of accounts to the agents of this home at the last look. */
interface Lately {
  /** Gives what is news: a budget that is used up is told once a day. */
  hear(agent: AgentPlan, leave: AccountLeave, now: EpochMs): NoteEvent | null;
  waits(
    now: EpochMs,
  ): readonly { readonly key: string; readonly agent: string; readonly why: string; readonly until: EpochMs | null }[];
  /** Shut by what another home met. */
  shut(now: EpochMs): readonly { readonly key: string; readonly shut: Shut }[];
}

/** Those that wait ask every few seconds: a word that is older than this is not true any more. */
const freshMs = 10_000;

export function makeLately(): Lately {
  const words = new Map<string, { readonly agent: string; readonly leave: AccountLeave; readonly at: EpochMs }>();
  const told = new Map<string, EpochMs>();
  return {
    hear: (agent, leave, at) => {
      const key = laneOf(agent);
      if (leave.kind === "go") words.delete(key);
      else words.set(key, { agent: agentName(agent), leave, at });
      if (leave.kind !== "closed" || leave.why === "quiet" || told.get(key) === leave.until) return null;
      told.set(key, leave.until);
      const { until } = leave;
      return {
        kind: "agent-gate",
        at,
        agent: agentName(agent),
        key,
        state: "budget",
        until,
        code: null,
        detail: waitWords(leave),
      };
    },
    waits: (now) =>
      [...words].flatMap(([key, { agent, leave, at }]) => {
        if (leave.kind === "go" || leave.kind === "shut") return [];
        // No sheet asks again before a closed account opens.
        const isFresh = leave.kind === "closed" ? leave.until > now : at + freshMs >= now;
        const until = leave.kind === "closed" ? leave.until : null;
        return isFresh ? [{ key, agent, why: waitWords(leave), until }] : [];
      }),
    shut: (now) =>
      [...words].flatMap(([key, { leave }]) =>
        leave.kind === "shut" && isShutAt(leave.shut, now) ? [{ key, shut: leave.shut }] : [],
      ),
  };
}
