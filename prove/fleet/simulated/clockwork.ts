import type { EpochMs } from "../../../src/base/ids.ts";
import type { World } from "../../../src/base/world/world.ts";
import type { Chance } from "../../seed.ts";

/** A process on a machine of its own: it may stand still, be cut off, and die. */
export interface Actor {
  readonly name: string;
  readonly world: World;
  isDead: boolean;
  /** Stopped until then, on the true clock. */
  frozenUntil: number;
  /** Cut off from everything until then. */
  cutUntil: number;
}

/** Time, chance and the network of a history. */
export interface Clockwork {
  readonly now: () => number;
  /** A process whose clock is wrong by up to a minute, and runs up to a fifth too fast or too slow. */
  actor(name: string): Actor;
  /** Calls at a moment of the true clock. */
  at(moment: number, call: () => void): void;
  /** Some time of an actor; never ends for one that died meanwhile. */
  pass(actor: Actor, upToMs: number): Promise<void>;
  /** Asks the server: what was asked may be done although no answer comes. */
  readonly request: <T>(actor: Actor, effect: () => T) => Promise<T>;
  /** A word that may be lost. */
  readonly notify: (actor: Actor, call: () => void) => void;
  server: { downUntil: number };
  /** Lets time run until it is over or the time is up. */
  run(isOver: () => boolean, untilMs: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

export function makeClockwork(chance: Chance): Clockwork {
  let clock = 1_000_000;
  let timers: Timer[] = [];
  const server = { downUntil: 0 };
  const set = (moment: number, call: () => void): (() => void) => {
    const timer = { at: moment, call };
    // Mostly later than all others.
    let place = timers.length;
    while (place > 0 && (timers[place - 1]?.at ?? 0) > moment) place -= 1;
    timers.splice(place, 0, timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  /** What an actor does at a moment, once it can. */
  const act = (actor: Actor, call: () => void): void => {
    if (actor.isDead) return;
    if (actor.frozenUntil > clock) set(actor.frozenUntil, () => act(actor, call));
    else call();
  };
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void set(clock + ms, resolve));
  const isCut = (actor: Actor): boolean => actor.cutUntil > clock || server.downUntil > clock;
  const failing = (): Error => Object.assign(new Error("the connection broke"), { code: "08006" });
  return {
    now: () => clock,
    server,
    at: (moment, call) => void set(moment, call),
    actor: (name) => makeActor(name, { now: () => clock, chance, set, act }),
    pass: (actor, upToMs) =>
      new Promise((resolve) => void set(clock + chance.next() * upToMs, () => act(actor, resolve))),
    request: async (actor, effect) => {
      const answer = <T>(of: () => T): Promise<T> =>
        new Promise((resolve, reject) =>
          act(actor, () => {
            try {
              resolve(of());
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
          }),
        );
      await wait(1 + chance.next() * 8);
      if (isCut(actor)) {
        // It may arrive later, as what lies in the buffers of a network does.
        await wait(chance.next() * 3_000);
        if (isCut(actor) || chance.next() < 0.5) return answer(() => raise(failing()));
      }
      let done: () => Awaited<ReturnType<typeof effect>>;
      try {
        const given = await effect();
        done = () => given;
      } catch (error) {
        done = () => raise(error as Error);
      }
      await wait(1 + chance.next() * 8);
      return answer(isCut(actor) ? () => raise(failing()) : done);
    },
    notify: (actor, call) => {
      if (!isCut(actor)) set(clock + 1 + chance.next() * 8, () => act(actor, call));
    },
    run: async (isOver, untilMs) => {
      const end = clock + untilMs;
      while (!isOver() && clock < end) {
        await new Promise(setImmediate);
        const next = timers.shift();
        if (next === undefined) return;
        clock = Math.max(clock, next.at);
        next.call();
      }
      await new Promise(setImmediate);
    },
  };
}

function raise(error: Error): never {
  throw error;
}

interface Acting {
  readonly now: () => number;
  readonly chance: Chance;
  readonly set: (moment: number, call: () => void) => () => void;
  readonly act: (actor: Actor, call: () => void) => void;
}

function makeActor(name: string, { now, chance, set, act }: Acting): Actor {
  const [offset, rate] = [chance.whole(120_000) - 60_000, 0.8 + chance.next() * 0.4];
  const ticks = (): number => now() * rate + offset;
  const actor: Actor = {
    name,
    isDead: false,
    frozenUntil: 0,
    cutUntil: 0,
    world: {
      now: () => Math.floor(ticks()) as EpochMs,
      ticks,
      random: () => chance.next(),
      after: (ms, call) => {
        let isOff = false;
        const off = set(now() + ms / rate, () => act(actor, () => (isOff ? undefined : call())));
        return () => {
          isOff = true;
          off();
        };
      },
    },
  };
  return actor;
}
