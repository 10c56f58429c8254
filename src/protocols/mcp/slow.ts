import { randomUUID } from "node:crypto";

/**
 * Calls that were not done within a second. Clients give up on a call after a minute or less, and a model that waits does
 * nothing else: such a call gets a handle instead of its answer, which `tutti_wait` gives later.
 */
export interface Slow {
  /** The answer, or a handle where it takes longer. */
  within(answer: Promise<object>): Promise<object>;
  /** What became of a call; `undefined`: no such handle. It stays until it was given. */
  take(handle: string, ms: number): Promise<object> | undefined;
}

const patienceMs = 900;
const mostKept = 200;

export function makeSlow(): Slow {
  const kept = new Map<string, Promise<object>>();
  const pending = (handle: string): object => ({ pending: handle, next: `tutti_wait with handle ${handle}` });
  return {
    async within(answer) {
      const done = await inTime(answer, patienceMs);
      if (done !== undefined) return done;
      const handle = randomUUID();
      // A failure that is not asked for again must not end the server.
      answer.catch(() => undefined);
      kept.set(handle, answer);
      const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return pending(handle);
    },
    take(handle, ms) {
      const answer = kept.get(handle);
      return answer === undefined ? undefined : inTime(answer, ms).then((done) => done ?? pending(handle));
    },
  };
}

async function inTime<T extends object>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
