import type { TuttiEvent } from "../../api/contract/events.ts";

/** Measures what Tutti itself costs a sheet, beside the time its agents take. */
export interface OverheadMeter {
  readonly watch: (event: TuttiEvent) => void;
  /** How many sheets were under way at once at most. */
  mostAtOnce(): number;
  /** wall × workers ÷ sheets − the mean time of their agents: what a sheet would not have cost without Tutti. */
  perSheetMs(run: { wallMs: number; workers: number; sheets: number }): number;
}

export function overheadMeter(): OverheadMeter {
  const running = new Set<string>();
  let most = 0;
  let agentsMs = 0;
  return {
    watch: ({ index, sheet, recorded }) => {
      if (index > 0 || recorded.about !== "sheet" || sheet === null) return;
      const { event } = recorded;
      if (event.kind === "started") {
        running.add(sheet);
        most = Math.max(most, running.size);
      }
      if (event.kind === "ended") {
        running.delete(sheet);
        agentsMs += event.spent.agentMs;
      }
    },
    mostAtOnce: () => most,
    perSheetMs: ({ wallMs, workers, sheets }) => Math.max(0, (wallMs * workers - agentsMs) / sheets),
  };
}
