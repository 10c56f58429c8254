import { type Seal, isUntouched, seal } from "../../base/files/untouched.ts";
import type { Attempt } from "../hands.ts";
import type { Equipment } from "./equipment.ts";
import { type Copy, withCopy } from "./furnish.ts";

/** As `withCopy`. */
export type LendCopy = <T>(attempt: Attempt, copy: Copy<T>) => Promise<T>;

/** A folder that is there until it is left. */
interface Open {
  readonly key: string;
  /** `null`: it is never lent again. */
  readonly seal: Seal | null;
  readonly folder: string;
  leave(): Promise<void>;
}

/**
 * Lends folders to several checks. One that a check left exactly as it was given serves the next check of the same
 * commit; any other goes at once. Each check finds a fresh checkout in either case.
 */
export async function withCopies<T>(equipment: Equipment, use: (lend: LendCopy) => Promise<T>): Promise<T> {
  const idle: Open[] = [];
  const leaving: Promise<void>[] = [];
  const lend: LendCopy = async (attempt, copy) => {
    const key = `${attempt.job.id}/${copy.commit}`;
    const place = idle.findIndex((one) => one.key === key);
    const [found] = place === -1 ? [] : idle.splice(place, 1);
    const open = found ?? (await openCopy(equipment, attempt, { ...copy, key }));
    let isFresh = false;
    try {
      const answer = await copy.use(open.folder, open.seal !== null);
      isFresh = open.seal !== null && (await isUntouched(open.seal));
      return answer;
    } finally {
      if (isFresh) idle.push(open);
      // Its files are in no way: the answer does not wait until they are gone.
      else if (open.seal !== null) leaving.push(open.leave().catch(() => undefined));
      else await open.leave();
    }
  };
  try {
    return await use(lend);
  } finally {
    await Promise.allSettled([...leaving, ...idle.map((one) => one.leave())]);
  }
}

function openCopy<T>(
  equipment: Equipment,
  attempt: Attempt,
  { key, ...copy }: Copy<T> & { readonly key: string },
): Promise<Open> {
  const over = Promise.withResolvers<undefined>();
  return new Promise((resolve, reject) => {
    const gone = withCopy(equipment, attempt, {
      ...copy,
      use: async (folder, isPlain) => {
        const leave = async (): Promise<void> => {
          over.resolve(undefined);
          await gone;
        };
        resolve({ key, folder, seal: isPlain ? await seal(folder) : null, leave });
        await over.promise;
      },
    });
    gone.catch(reject);
  });
}
