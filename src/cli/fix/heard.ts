import type { TuttiEvent } from "../../api/events.ts";
import type { FixOutcome, FixRecord, FixSheet } from "../../intake/fix/model.ts";
import { withMeasured } from "../../intake/fix/report/numbers.ts";
import type { SheetReport } from "../../intake/fix/report/shape.ts";
import type { Ended, SheetEvent } from "../../sheet/event.ts";
import { type Verdict, isGoodSoFar, resultsOf } from "../../sheet/verdict.ts";

/** What was heard of one sheet of a job that is watched. */
interface Heard {
  readonly attempts: number;
  readonly agents: readonly string[];
  /** Whether the last attempt is that of the tool which mends by itself. */
  readonly isTool: boolean;
  /** Of the last result that is good as far as it goes: this is what lands. */
  readonly good: Verdict | null;
  /** Of the last that was looked at. */
  readonly last: Verdict | null;
  readonly tookMs: number;
  readonly commit: string | null;
}

const unheard: Heard = { attempts: 0, agents: [], isTool: false, good: null, last: null, tookMs: 0, commit: null };

/** One that does not say who it is while it works; the report knows. */
const unnamed = "agent";

export interface Hearing {
  /** What the event made of its sheet, where that came to its end by it. */
  hear(event: TuttiEvent): SheetReport | undefined;
}

/** Makes of what is told while a job plays what the report will say of each sheet: nothing but what verification measured counts. */
export function makeHearing(record: FixRecord): Hearing {
  const sheets = new Map(record.sheets.map((sheet) => [sheet.id, sheet]));
  const known = new Map<string, Heard>();
  return {
    hear: ({ index, sheet: id, state, why, recorded }) => {
      const sheet = id === null ? undefined : sheets.get(id);
      if (index > 0 || sheet === undefined || recorded.about !== "sheet") return undefined;
      const heard = after(known.get(sheet.id) ?? unheard, sheet, recorded.event);
      known.set(sheet.id, heard);
      const isOver = overBy(state);
      return isOver === undefined ? undefined : withMeasured(sheet, outcomeOf(sheet, heard, { state: isOver, why: whyOf(recorded.event, why) })).report;
    },
  };
}

function overBy(state: string | null): Exclude<FixOutcome["state"], "open"> | undefined {
  switch (state) {
    case "landed":
    case "done":
    case "failed":
    case "cancelled":
    case "skipped":
      return state;
    default:
      return undefined;
  }
}

function after(heard: Heard, { hasAutofix }: FixSheet, event: SheetEvent): Heard {
  switch (event.kind) {
    case "started": {
      const isTool = hasAutofix && (event.agent ?? 0) === 0;
      return { ...heard, isTool, attempts: heard.attempts + 1, agents: withName(heard.agents, isTool ? "auto-fix" : unnamed) };
    }
    case "playing":
      if (heard.isTool) return heard;
      return {
        ...heard,
        agents: withName(
          heard.agents.filter((name) => name !== unnamed),
          event.model === null ? event.agent : `${event.agent} (${event.model})`,
        ),
      };
    case "ended":
      return { ...judged(heard, event.verdict), tookMs: heard.tookMs + timeOf(event) };
    case "judged":
      return judged(heard, event.verdict);
    case "landed":
    case "merged":
      return { ...heard, commit: event.commit };
    default:
      return heard;
  }
}

function withName(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names : [...names, name];
}

function judged(heard: Heard, verdict: Verdict): Heard {
  return { ...heard, last: verdict, good: isGoodSoFar(verdict) ? verdict : heard.good };
}

function timeOf({ spent: { contextMs, agentMs, captureMs, checksMs } }: Ended): number {
  return contextMs + agentMs + captureMs + checksMs;
}

function whyOf(event: SheetEvent, why: string | null): string | null {
  return event.kind === "skipped" ? event.why : why;
}

function outcomeOf({ id }: FixSheet, heard: Heard, { state, why }: Pick<FixOutcome, "state" | "why">): FixOutcome {
  const verdict = state === "landed" ? heard.good : heard.last;
  const counts = verdict === null ? [] : resultsOf(verdict).flatMap(({ findings }) => (findings === undefined ? [] : [findings]));
  const { attempts, agents, commit, tookMs } = heard;
  return { sheet: id, state, counts: counts.length === 0 ? null : counts, attempts, agents, commit, costUsd: null, tookMs, why };
}
