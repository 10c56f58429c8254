import type { Seal } from "../../../base/files/untouched.ts";
import type { CommitSha } from "../../../base/ids.ts";
import type { World } from "../../../base/world/world.ts";
import type { Scratch } from "../../../isolation/levels/scratch.ts";
import type { Plan } from "../../../score/plan/plan.ts";

export interface CopyRequest {
  readonly commit: CommitSha;
  readonly purpose: "check" | "base";
  readonly cancel?: AbortSignal;
}

/** A prepared folder with a commit checked out, as validations of an attempt look at it. */
export interface OpenCopy extends Scratch, Pick<CopyRequest, "purpose"> {
  /** All that programs can change of it lies in the folder, and none of them outlives its run. */
  readonly isPlain: boolean;
}

/** A folder that is as it was sealed. */
export interface Sealed {
  /** Two plans of one job may want different folders. */
  readonly plan: Plan;
  readonly copy: OpenCopy;
  readonly seal: Seal;
}

/** Folders of checks that wait for the next check of their job. They hold no work. */
export interface Copies {
  /** The nearest to a commit, of those that nothing has touched. */
  take(plan: Plan, asked: CopyRequest): Promise<Sealed | undefined>;
  /** `isUntouched`: one that was touched goes. */
  keep(sealed: Sealed, isUntouched: Promise<boolean>): void;
  close(): Promise<void>;
}

const mostIdle = 8;
const idleMs = 5_000;

export function makeCopies(world: Pick<World, "after">, behind: (work: () => Promise<void>) => void): Copies {
  const idle: (Sealed & { readonly callOff: () => void; readonly isUntouched: Promise<boolean> })[] = [];
  let isClosed = false;
  const remove = (place: number): (typeof idle)[number] | undefined => {
    const [found] = place === -1 ? [] : idle.splice(place, 1);
    found?.callOff();
    return found;
  };
  const nearest = (plan: Plan, { commit, purpose }: CopyRequest): (typeof idle)[number] | undefined => {
    const fit = idle.filter((one) => one.plan === plan && one.copy.purpose === purpose);
    const best = fit.find(({ copy }) => copy.context.base === commit) ?? fit.at(-1);
    return remove(best === undefined ? -1 : idle.indexOf(best));
  };
  const leave = (sealed: Sealed | undefined): void => {
    if (sealed !== undefined) behind(sealed.copy.leave);
  };
  return {
    take: async (plan, asked) => {
      for (let found = nearest(plan, asked); found !== undefined; found = nearest(plan, asked)) {
        if (await found.isUntouched) return found;
        leave(found);
      }
      return undefined;
    },
    keep: (sealed, isUntouched) => {
      if (isClosed) {
        leave(sealed);
        return;
      }
      if (idle.length >= mostIdle) leave(remove(0));
      const drop = (): void => leave(remove(idle.findIndex(({ copy }) => copy === sealed.copy)));
      idle.push({ ...sealed, callOff: world.after(idleMs, drop), isUntouched });
      void isUntouched.then((is) => !is && drop());
    },
    close: async () => {
      isClosed = true;
      await Promise.all(idle.splice(0).map(({ copy, callOff }) => (callOff(), copy.leave())));
    },
  };
}
