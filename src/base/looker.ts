import { messageOf } from "./error.ts";
import type { EpochMs } from "./ids.ts";
import type { World } from "./world/world.ts";

/** Looks at something again and again, one look at a time. */
export interface Looker {
  /** Now, or after a while. */
  look(afterMs?: number): void;
  isLooking(): boolean;
  /** Resolves when the look under way is over. */
  settled(): Promise<void>;
  stop(): void;
}

export interface LookerHow {
  readonly world: World;
  readonly notice: (text: string) => void;
  /** The beginning of a sentence about a look that failed. */
  readonly what: string;
  /** The moment of the next look; `null`: something else will ask for it. */
  readonly lookOnce: () => Promise<EpochMs | null>;
}

const retryMs = 5_000;
/** The clock may be set, and the longest timer of the runtime is shorter than a month. */
const longestMs = 3_600_000;

export function makeLooker({ world, notice, what, lookOnce }: LookerHow): Looker {
  let isDirty = false;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let callOff: () => void = () => undefined;
  let callOffLater: () => void = () => undefined;
  const lookUntilClean = async (): Promise<void> => {
    while (isDirty && !isStopped) {
      isDirty = false;
      callOff();
      try {
        const at = await lookOnce();
        if (at !== null) callOff = world.after(Math.min(longestMs, Math.max(0, at - world.now())), look);
      } catch (error) {
        notice(`${what} can't be looked at now: ${messageOf(error)}`);
        callOff = world.after(retryMs, look);
      }
    }
  };
  const look = (): void => {
    isDirty = true;
    looking ??= lookUntilClean().finally(() => (looking = null));
  };
  return {
    look: (afterMs = 0) => {
      if (afterMs === 0) look();
      else callOffLater = world.after(afterMs, look);
    },
    isLooking: () => looking !== null,
    settled: async () => {
      await looking;
    },
    stop: () => {
      isStopped = true;
      callOff();
      callOffLater();
    },
  };
}
