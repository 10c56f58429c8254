import { messageOf } from "../../base/error.ts";
import { onNobodysBehalf } from "../../base/on-behalf.ts";

/** Work that no job waits for. */
export interface Behind {
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when nothing of it is under way. */
  done(): Promise<void>;
}

export function makeBehind(notice: (text: string) => void): Behind {
  const underWay = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const mine: Promise<void> = onNobodysBehalf(work)
        .catch((error: unknown) => {
          notice(`what was to be done behind a job's end failed: ${messageOf(error)}`);
        })
        .finally(() => underWay.delete(mine));
      underWay.add(mine);
    },
    done: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
