import { TuttiError } from "../../base/error.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Entry } from "../../store/entry.ts";
import type { Store } from "../../store/store.ts";

/**
 * Answers calls that carry a key once: a repeated call, in a new connection or after a crash, gets the first answer.
 */
export interface Once {
  <T>(call: Call, act: (note: (result: T) => readonly Entry[]) => Promise<T>): Promise<T>;
}

interface Call {
  readonly method: string;
  readonly key: string | undefined;
}

/**
 * `act` may write its answer in one step with its effect, by what `note` gives. If it did not write the answer, the
 * answer is written after it: an effect that a crash in between repeats must be harmless then.
 */
export function makeOnce(store: Pick<Store, "answer" | "journal">, now: () => EpochMs): Once {
  const underWay = new Map<string, { readonly method: string; readonly result: Promise<unknown> }>();
  const answer = async <T>(
    { method, key }: Call & { key: string },
    act: (note: (result: T) => readonly Entry[]) => Promise<T>,
  ): Promise<T> => {
    const known = await store.answer(key);
    if (known !== undefined) return sameMethod(known, method) as T;
    const noted = new Set<string>();
    const noteOf = (result: T): readonly Entry[] => [{ about: "request", key, method, at: now(), result }];
    const result = await act((early) => {
      noted.add(key);
      return noteOf(early);
    });
    if (!noted.has(key)) await store.journal.append(noteOf(result));
    return result;
  };
  return async (call, act) => {
    const { key } = call;
    if (key === undefined) return act(() => []);
    const known = underWay.get(key);
    if (known !== undefined) return sameMethod(known, call.method) as ReturnType<typeof act>;
    const result = answer({ ...call, key }, act).finally(() => underWay.delete(key));
    underWay.set(key, { method: call.method, result });
    return result;
  };
}

function sameMethod({ method, result }: { readonly method: string; readonly result: unknown }, asked: string): unknown {
  if (method === asked) return result;
  throw new TuttiError("rpc.invalid", `this key belongs to a call of ${method}`, {
    audience: "user",
    hint: "Make a new key for every call that is to have an effect.",
  });
}

/**
 * Does what changes a job one after the other: two who go on with the same job at once must not both begin to play it.
 */
export type InTurn = <T>(job: JobId, work: () => Promise<T>) => Promise<T>;

export function makeInTurn(): InTurn {
  const last = new Map<JobId, Promise<unknown>>();
  return async (job, work) => {
    const mine = (last.get(job) ?? Promise.resolve()).then(work, work);
    const settled = mine.catch(() => undefined);
    last.set(job, settled);
    try {
      return await mine;
    } finally {
      if (last.get(job) === settled) last.delete(job);
    }
  };
}
