import type { TuttiEvent } from "../../api/events.ts";
import type { JobView } from "../../api/view.ts";

/** Where one sheet is, and since when. */
export interface Standing {
  readonly sheet: string;
  readonly state: string;
  readonly why: string | null;
  readonly attempt: number;
  /** Epoch; `null` where it is not known. */
  readonly since: number | null;
}

/** Where every sheet of the job in front of us is, by what was heard so far. */
export interface Tally {
  begin(job: JobView): void;
  follow(event: TuttiEvent): void;
  /** As in the score. */
  all(): readonly Standing[];
  /** What is under way. */
  active(): readonly Standing[];
  /** `undefined` before there is a job. */
  counts(): string | undefined;
  clear(): void;
}

const underWay: ReadonlySet<string> = new Set(["running", "captured", "landing"]);

export function makeTally(): Tally {
  const sheets = new Map<string, Standing>();
  const all = (): readonly Standing[] => [...sheets.values()];
  const number = (...states: readonly string[]): number => all().filter(({ state }) => states.includes(state)).length;
  return {
    begin: (job) => {
      for (const { id, state, why, attempts, startedAt } of job.sheets) {
        const known = sheets.get(id);
        const since = startedAt ?? (known?.state === state ? known.since : null);
        sheets.set(id, { sheet: id, state, why, attempt: attempts, since });
      }
    },
    follow: ({ sheet, state, why, at, recorded }) => {
      if (sheet === null || state === null) return;
      const known = sheets.get(sheet);
      const attempt = recorded.event.kind === "started" ? recorded.event.attempt : (known?.attempt ?? 0);
      const since = known?.state === state && recorded.event.kind !== "started" ? known.since : at;
      sheets.set(sheet, { sheet, state, why, attempt, since });
    },
    all,
    active: () => all().filter(({ state }) => underWay.has(state)),
    counts: () => {
      if (sheets.size === 0) return undefined;
      const failed = number("failed", "cancelled", "blocked");
      const good = number("landed", "done", "skipped");
      return `${String(good)} of ${String(sheets.size)} landed or done, ${String(number("running"))} running, ${String(number("waiting"))} waiting${failed > 0 ? `, ${String(failed)} failed` : ""}`;
    },
    clear: () => {
      sheets.clear();
    },
  };
}
