import { seal } from "../../../base/files/untouched.ts";
import { inThread } from "../../../isolation/thread/current.ts";
import type { Attempt } from "../../hands.ts";
import type { Equipment } from "../equipment.ts";
import { openCopy } from "../furnish.ts";
import type { CopyRequest, Sealed } from "./idle-copies.ts";

export interface Copy<T> extends CopyRequest {
  readonly use: (folder: string) => Promise<T>;
}

export type LendCopy = <T>(attempt: Attempt, copy: Copy<T>) => Promise<T>;

/**
 * Lends a prepared folder with a commit checked out. One that a check left exactly as it was given serves the next
 * check of its job, brought to the commit of that one; any other goes. Each check finds a fresh checkout in either case.
 */
export async function withCopy<T>(equipment: Equipment, attempt: Attempt, { use, ...asked }: Copy<T>): Promise<T> {
  const { shared } = equipment;
  const { plan } = attempt.job;
  const found = await refilled(await shared.copies.take(plan, asked), asked.commit);
  const copy = found?.copy ?? (await openCopy(equipment, attempt, asked));
  let sealed: Sealed | undefined;
  let isKept = false;
  try {
    sealed = found ?? (copy.isPlain ? { plan, copy, seal: await seal(copy.context.path) } : undefined);
    const answer = await use(copy.context.path);
    isKept = shared.mayStart() === null;
    return answer;
  } finally {
    if (sealed === undefined) await copy.leave();
    // The one who takes it next waits for the look at all of its files, not the answer.
    else if (isKept)
      shared.copies.keep(
        sealed,
        inThread("untouched", sealed.seal).catch(() => false),
      );
    // Its files are in no way: the answer does not wait until they are gone.
    else shared.behind(copy.leave);
  }
}

/** `undefined`: another folder has to be opened. */
async function refilled(sealed: Sealed | undefined, commit: CopyRequest["commit"]): Promise<Sealed | undefined> {
  if (sealed === undefined || sealed.copy.context.base === commit) return sealed;
  const { plan, copy } = sealed;
  try {
    const filled = await copy.refill(commit);
    if (filled !== undefined && filled.context.prepared === undefined)
      return { plan, copy: { ...copy, ...filled, leave: copy.leave }, seal: await seal(copy.context.path) };
  } catch {
    // A new one is made, or the reason why none can be.
  }
  await copy.leave();
  return undefined;
}
