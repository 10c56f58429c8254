import type { Progress } from "../api/contract.ts";

interface Active {
  readonly sheet: string;
  readonly what: string;
  readonly since: number;
}

/** Where every sheet of the job in front of us is, by what was heard so far. */
export interface Tally {
  follow(progress: Progress, now: number): void;
  /** What is under way, oldest first. */
  active(): readonly Active[];
  /** `undefined` before there is a job. */
  counts(): string | undefined;
  clear(): void;
}

const underWay: Readonly<Record<string, string>> = { running: "running", captured: "waits to land", landing: "landing" };

export function makeTally(): Tally {
  const states = new Map<string, string>();
  const since = new Map<string, number>();
  const number = (...kinds: readonly string[]): number => [...states.values()].filter((state) => kinds.includes(state)).length;
  return {
    follow: (progress, now) => {
      if (progress.kind === "job") for (const sheet of progress.job.sheets) states.set(sheet.id, sheet.state);
      if (progress.kind !== "sheet") return;
      const { sheet, state } = progress;
      if (states.get(sheet) !== state) since.set(sheet, now);
      states.set(sheet, state);
    },
    active: () =>
      [...states].flatMap(([sheet, state]) => {
        const what = underWay[state];
        return what === undefined ? [] : [{ sheet, what, since: since.get(sheet) ?? 0 }];
      }),
    counts: () => {
      if (states.size === 0) return undefined;
      const failed = number("failed", "cancelled", "blocked");
      const good = number("landed", "done", "skipped");
      return `${String(good)} of ${String(states.size)} landed or done, ${String(number("running"))} running, ${String(number("waiting"))} waiting${failed > 0 ? `, ${String(failed)} failed` : ""}`;
    },
    clear: () => {
      states.clear();
    },
  };
}
