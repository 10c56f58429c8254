import type { TuttiEvent } from "../../api/contract/events.ts";
import { autofixer } from "../../fix/report/text.ts";
import type { FixOutcome, FixRecord, FixSheet } from "../../fix/model.ts";
import { withMeasured } from "../../fix/report/numbers.ts";
import type { SheetReport } from "../../fix/report/shape.ts";
import type { Ended, SheetEvent } from "../../sheet/events/event.ts";
import { type Verdict, isGoodSoFar, resultsOf } from "../../sheet/verdict.ts";

/** The live state of one sheet. */
interface Heard {
  readonly attempts: number;
  readonly agents: readonly string[];
  /** Which of its agents it is with, counted from 0. */
  readonly place: number;
  /** Of the last result that is good as far as it goes: this is what lands. */
  readonly good: Verdict | null;
  /** Of the last that was looked at. */
  readonly last: Verdict | null;
  readonly tookMs: number;
  readonly commit: string | null;
}

const unheard: Heard = { attempts: 0, agents: [], place: 0, good: null, last: null, tookMs: 0, commit: null };

interface Hearing {
  /** The end of a sheet, if the event ended it. */
  hear(event: TuttiEvent): SheetReport | undefined;
}

/**
 * Makes of what is told while a job plays what the report will say of each sheet: nothing but what verification
 * measured counts. `cast`: the names of those who are asked after the tools themselves.
 */
export function makeHearing(record: FixRecord, cast: readonly string[]): Hearing {
  const sheets = new Map(record.sheets.map((sheet) => [sheet.id, sheet]));
  const known = new Map<string, Heard>();
  const isInPlace = record.commit === null;
  return {
    hear: ({ index, sheet: id, state, why, recorded }) => {
      const sheet = id === null ? undefined : sheets.get(id);
      if (index > 0 || sheet === undefined || recorded.about !== "sheet") return undefined;
      const before = known.get(sheet.id) ?? unheard;
      // In place, a measured result is outdated once the next attempt starts.
      const names = sheet.hasAutofix ? [autofixer, ...cast] : cast;
      const heard = after(
        isInPlace && recorded.event.kind === "started" ? { ...before, last: null } : before,
        names,
        recorded.event,
      );
      known.set(sheet.id, { ...heard, place: placeAfter(before, sheet, { event: recorded.event, state, why }) });
      const isOver = overBy(state);
      if (isOver === undefined) return undefined;
      const outcome = outcomeOf(sheet, heard, { state: isOver, why: whyOf(recorded.event, why) });
      return withMeasured(sheet, isInPlace ? { ...outcome, isInPlace } : outcome).report;
    },
  };
}

function overBy(state: string | null): Exclude<FixOutcome["state"], "open" | "blocked" | "undone"> | undefined {
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

/** An event names its sheet's agent only where that is another than the one that the sheet is with. */
function placeAfter(
  { place }: Heard,
  { hasAutofix }: FixSheet,
  { event, state, why }: { event: SheetEvent; state: string | null; why: string | null },
): number {
  if (event.kind === "started") return event.agent ?? place;
  if (state !== "waiting") return place;
  // After a conflict it starts again, with the tool.
  if (event.kind === "retried" || (hasAutofix && (event.kind === "conflicted" || event.kind === "rejected"))) return 0;
  return why === "fallback" ? place + 1 : place;
}

function after(heard: Heard, names: readonly string[], event: SheetEvent): Heard {
  switch (event.kind) {
    case "started":
      return {
        ...heard,
        attempts: heard.attempts + 1,
        agents: withName(heard.agents, nameAt(names, event.agent ?? heard.place)),
      };
    case "playing": {
      const name = nameAt(names, heard.place);
      if (name === autofixer) return heard;
      const others = heard.agents.filter((one) => one !== name);
      return {
        ...heard,
        agents: withName(others, event.model === null ? event.agent : `${event.agent} (${event.model})`),
      };
    }
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

/** The score may have changed since: then it has other sheets. */
function nameAt(names: readonly string[], place: number): string {
  return names[place] ?? "agent";
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
  const counts =
    verdict === null ? [] : resultsOf(verdict).flatMap(({ findings }) => (findings === undefined ? [] : [findings]));
  const { attempts, agents, commit, tookMs } = heard;
  return {
    sheet: id,
    state,
    counts: counts.length === 0 ? null : counts,
    attempts,
    agents,
    commit,
    costUsd: null,
    tookMs,
    why,
  };
}
