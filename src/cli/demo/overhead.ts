import type { Progress } from "../../api/contract.ts";

/** Measures what Tutti itself costs a sheet: from its start to its landing, without the time its agent and validations took. */
export interface OverheadMeter {
  watch(progress: Progress): void;
  /** How many sheets were under way at once at most. */
  mostAtOnce(): number;
  /** Milliseconds a landed sheet, on average. */
  perSheetMs(): number;
}

export function overheadMeter(): OverheadMeter {
  const startedAt = new Map<string, number>();
  const others = new Map<string, number>();
  const running = new Set<string>();
  const overheads: number[] = [];
  let most = 0;
  return {
    watch: (progress) => {
      if (progress.kind !== "sheet") return;
      const { sheet, event } = progress;
      if (event.kind === "started") {
        startedAt.set(sheet, event.at);
        running.add(sheet);
        most = Math.max(most, running.size);
      }
      if (event.kind === "ended") {
        others.set(sheet, event.spent.agentMs + event.spent.checksMs);
        running.delete(sheet);
      }
      if (event.kind === "landed") overheads.push(event.at - (startedAt.get(sheet) ?? event.at) - (others.get(sheet) ?? 0));
    },
    mostAtOnce: () => most,
    perSheetMs: () => overheads.reduce((sum, value) => sum + value, 0) / Math.max(1, overheads.length),
  };
}
