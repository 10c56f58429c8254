import { setTimeout as pause } from "node:timers/promises";
import type { Tutti } from "../../api/tutti.ts";
import type { RadarView } from "../../api/contract/landing.ts";

export interface RadarWatch {
  readonly look: () => Promise<RadarView>;
  /** Called with every look that differs from the one before. */
  readonly show: (view: RadarView) => void;
  readonly stop: AbortSignal;
  /**
   * Looked again after so long, whatever happens: nobody tells of snapshots, nor of anything where no conductor runs.
   */
  readonly againMs?: number;
}

/** Looks again whenever something happens, until nothing is live any more. Gives the last look. */
export async function watchRadar(tutti: Tutti, { look, show, stop, againMs = 2000 }: RadarWatch): Promise<RadarView> {
  let wake = (): void => undefined;
  const hear = (): void => {
    wake();
  };
  const following = await tutti.follow({}, { hear, lost: hear });
  try {
    for (let last = ""; ; ) {
      const news = new AbortController();
      // What happens during a look is not missed: it is looked again at once.
      wake = () => {
        news.abort();
      };
      const view = await look();
      const now = JSON.stringify(view);
      if (now !== last) show(view);
      last = now;
      if (view.sheets.length === 0) return view;
      await pause(againMs, undefined, { signal: AbortSignal.any([stop, news.signal]) }).catch(() => undefined);
      if (stop.aborted) return view;
    }
  } finally {
    await following.stop();
  }
}
