import type { EpochMs } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import {
  type Leave,
  type RunEnd,
  type Shut,
  type Throttle,
  type ThrottleEvent,
  type ThrottlePolicy,
  type Waiter,
  isShutAt,
  leaveAt,
  nextThrottle,
  throttleNews,
  unthrottled,
} from "../../schedule/throttle/throttle.ts";
import { type AgentPlan, accountOf, agentName, laneOf, programOf } from "../../score/plan/agents/agent-plan.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import type { Entry } from "../../store/entry.ts";
import type { Journal } from "../../store/store.ts";
import { makeLately } from "./lately.ts";
import type { AccountLeave, AccountLook, Accounts, LaneId, Manner, Session } from "./accounts.ts";
import { type Outs, makeOuts } from "./outs.ts";

/** The state of the agents' accounts, known to all jobs: which of them get no more requests for now. */
export interface Throttles {
  /** Looks at all agents at one moment; what it gave leave for counts against the next question. */
  look(now: EpochMs): Look;
  /** One starts with this agent, now or not at all: then it is `null`. */
  begin(agent: AgentPlan, how: Beginning): Out | null;
  /** Records the result of a run. It counts at once, and is durable when the promise resolves. */
  note(out: Pick<Out, "agent"> & Partial<Out>, run: RunEnd, waiter: Waiter): Promise<void>;
  /** A person wants these to be tried again. */
  ask(agents: readonly AgentPlan[]): Promise<void>;
  /** Calls back whenever one may be open that was not. */
  follow(hear: () => void): () => void;
  /** All that are shut. */
  shut(): readonly { readonly key: string; readonly shut: Shut }[];
  /** The agents whose accounts keep sheets waiting though nothing is wrong with them, by the last look. */
  waits(): readonly Waits[];
  /** Limits that were learnt are forgotten, of an account or of all; how many were. */
  clear(account: string | null): Promise<number>;
  /** The same for agents whose accounts are known. */
  as(identify: Identify): Throttles;
}

interface Waits {
  /** Of the lane. */
  readonly key: string;
  readonly agent: string;
  readonly why: string;
  readonly until: EpochMs | null;
}

/** Which account an agent uses; `null`: none that has limits. */
export type Identify = (agent: AgentPlan) => LaneId | null;

interface Beginning extends Manner {
  readonly now: EpochMs;
  /** It starts in any case. */
  readonly isForced?: boolean;
}

/** One that is out with an agent. */
export interface Out {
  readonly agent: AgentPlan;
  readonly session: Session | null;
  /** The usage of its run so far: its provider answers. */
  spent(usage: Usage): void;
  /** Its run is over; may be said twice. */
  back(): void;
}

export interface Look {
  leave(agent: AgentPlan, how?: Manner): Leave | AccountLeave;
  /** One starts with it. */
  take(agent: AgentPlan): void;
}

interface ThrottlesParts {
  readonly world: Pick<World, "now">;
  readonly journal: Journal;
  readonly known: ReadonlyMap<string, Throttle>;
  readonly policy: () => ThrottlePolicy;
  readonly accounts: Accounts;
}

export function makeThrottles({ world, journal, known, policy, accounts }: ThrottlesParts): Throttles {
  const throttles = new Map(known);
  const outs = makeOuts();
  const followers = new Set<() => void>();
  const throttleOf = (key: string): Throttle => throttles.get(key) ?? unthrottled;
  const wake = (): void => followers.forEach((hear) => hear());
  const apply = async (agent: AgentPlan, news: readonly (readonly [string, ThrottleEvent | null])[]): Promise<void> => {
    const entries = news.flatMap(([key, event]): Entry[] => {
      const before = throttleOf(key);
      const throttle = event === null ? before : nextThrottle(before, event, policy());
      if (throttle === before) return [];
      throttles.set(key, throttle);
      if (throttle.shut !== null && throttle.shut !== before.shut) outs.forget(key);
      return [{ about: "gate", key, gate: throttle, event: newsOf({ agent, key, at: world.now() }, before, throttle) }];
    });
    if (entries.length === 0) return;
    wake();
    await journal.append(entries);
  };
  const answered = (agent: AgentPlan): void => {
    const keys = keysOf(agent).filter((key) => throttleOf(key).window !== null);
    // The next write finds out about a journal that can't be written.
    if (keys.length > 0)
      void apply(
        agent,
        keys.map((key) => [key, { kind: "good", at: world.now() }] as const),
      ).catch(() => undefined);
  };
  accounts.follow(wake);
  const lately = makeLately();
  const hear: Hear = (agent, leave) => {
    const news = lately.hear(agent, leave, world.now());
    if (news !== null)
      void journal.append([{ about: "note", job: null, sheet: null, event: news }]).catch(() => undefined);
  };
  const view = (identify: Identify): Throttles => ({
    as: view,
    look: (now) => lookAt({ throttleOf, outs, now, accounts: accounts.look(now), identify, hear }),
    begin: (agent, { now, isForced = false, ...how }) => {
      const keys = keysOf(agent);
      const isOpen = keys.every((key) => leaveAt(throttleOf(key), { now, out: outs.count(key) }).kind === "go");
      if (!isOpen && !isForced) return null;
      const id = identify(agent);
      const session = id === null ? null : accounts.begin(id, { ...how, isForced });
      if (id !== null && session === null) return null;
      const isBack = outs.send(keys);
      const back = (): void => {
        isBack();
        session?.back();
        if (keys.some((key) => throttleOf(key).window !== null)) wake();
      };
      return outWith(agent, session, { answered: () => answered(agent), back });
    },
    note: async ({ agent, session }, run, waiter) => {
      const news = throttleNews(run, waiter);
      const noted = apply(agent, keyedNews(agent, news));
      const { shut } = throttleOf(laneOf(agent));
      if (news.lane?.kind === "good") session?.answered();
      if (news.lane?.kind === "limited" && shut !== null) session?.refused({ ...shut, detail: news.lane.detail });
      await noted;
    },
    ask: async (agents) => {
      for (const agent of agents)
        await apply(
          agent,
          keysOf(agent).map((key) => [key, { kind: "asked" }]),
        );
    },
    follow: (hear) => {
      followers.add(hear);
      return () => followers.delete(hear);
    },
    shut: () => {
      const own = [...throttles].flatMap(([key, { shut }]) => (isShutAt(shut, world.now()) ? [{ key, shut }] : []));
      return [...own, ...lately.shut(world.now()).filter(({ key }) => own.every((one) => one.key !== key))];
    },
    waits: () => lately.waits(world.now()),
    clear: async (account) => {
      const isMeant = (name: string): boolean => account === null || name === account || name.startsWith(`${account}/`);
      for (const [key, { shut }] of throttles)
        if (isMeant(key) && (shut?.why === "limit" || shut?.why === "quota")) throttles.set(key, unthrottled);
      const cleared = accounts.clear((lane) => isMeant(lane.name) || isMeant(lane.account));
      wake();
      await journal.append([...throttles].map(([key, gate]) => ({ about: "gate", key, gate, event: null })));
      return cleared;
    },
  });
  return view(() => null);
}

function outWith(
  agent: AgentPlan,
  session: Session | null,
  { answered, back }: { readonly answered: () => void; readonly back: () => void },
): Out {
  let isAnswered = false;
  return {
    agent,
    session,
    spent: (usage) => {
      session?.spent(usage);
      // Once for each run: what waits to see whether the provider answers waits for no more than that.
      if (!isAnswered) answered();
      isAnswered = true;
    },
    back,
  };
}

/** The meaning of a run's end for each of an agent's keys. */
function keyedNews(
  agent: AgentPlan,
  news: ReturnType<typeof throttleNews>,
): readonly (readonly [string, ThrottleEvent | null])[] {
  const [account, lane] = [accountOf(agent), laneOf(agent)];
  return [
    [stopKey(agent, news.account), news.account],
    [lane, lane === account && news.account !== null ? null : news.lane],
  ];
}

/** A program that is not there says nothing about the account. */
function stopKey(agent: AgentPlan, news: ThrottleEvent | null): string {
  return news?.kind === "stopped" && news.code === "E505" ? programOf(agent) : accountOf(agent);
}

/** A failure that was only counted is not reported. */
function newsOf(
  { agent, key, at }: { agent: AgentPlan; key: string; at: EpochMs },
  before: Throttle,
  after: Throttle,
): NoteEvent | null {
  const [then, now] = [said(before, at), said(after, at)];
  const isSame =
    then.state === now.state && then.until === now.until && (now.state !== "probing" || before.window === after.window);
  return isSame ? null : { kind: "agent-gate", at, agent: agentName(agent), key, ...now };
}

type Keys = readonly [account: string, ...laneAndProgram: string[]];

/** Asked for many times in each attempt: a text that is made anew is slow to look up. */
const known = new WeakMap<AgentPlan, Keys>();

function keysOf(agent: AgentPlan): Keys {
  const found = known.get(agent);
  if (found !== undefined) return found;
  const account = accountOf(agent);
  const keys: Keys = [account, ...[laneOf(agent), programOf(agent)].filter((key) => key !== account)];
  known.set(agent, keys);
  return keys;
}

type Said = Pick<Extract<NoteEvent, { kind: "agent-gate" }>, "state" | "until" | "code" | "detail">;

function said({ shut, window }: Throttle, at: EpochMs): Said {
  // A limit that is over is not reported, though it is kept until the next one comes.
  if (!isShutAt(shut, at))
    return { state: window === null ? "open" : "probing", until: null, code: null, detail: null };
  const { until, code, detail } = shut;
  return {
    state: shut.why === "stopped" ? "stopped" : shut.why === "faults" ? "faulty" : "limited",
    until,
    code,
    detail,
  };
}

function lookAt(seen: {
  readonly throttleOf: (key: string) => Throttle;
  readonly outs: Outs;
  readonly now: EpochMs;
  readonly accounts: AccountLook;
  readonly identify: Identify;
  readonly hear: Hear;
}): Look {
  const taken = new Map<string, number>();
  // Ten thousand sheets may ask for one agent: what is refused now is refused to all of them.
  const none = (): Map<AgentPlan, Leave | AccountLeave> => new Map();
  const refused = { ordinary: none(), wary: none(), urgent: none() };
  return {
    leave: (agent, how = { isUrgent: false }) => {
      const before = how.isUrgent ? refused.urgent : how.isWary === true ? refused.wary : refused.ordinary;
      const known = before.get(agent);
      if (known !== undefined) return known;
      for (const key of keysOf(agent)) {
        const leave = leaveAt(seen.throttleOf(key), {
          now: seen.now,
          out: seen.outs.count(key) + (taken.get(key) ?? 0),
        });
        if (leave.kind === "go") continue;
        before.set(agent, leave);
        return leave;
      }
      const id = seen.identify(agent);
      const leave = id === null ? ({ kind: "go" } as const) : seen.accounts.leave(id, how);
      seen.hear(agent, leave);
      if (leave.kind !== "go") before.set(agent, leave);
      return leave;
    },
    take: (agent) => {
      for (const key of keysOf(agent)) taken.set(key, (taken.get(key) ?? 0) + 1);
      const id = seen.identify(agent);
      if (id !== null) seen.accounts.take(id);
    },
  };
}

/** Hears what accounts say to an agent. */
type Hear = (agent: AgentPlan, leave: AccountLeave) => void;
