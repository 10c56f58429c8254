import { firstFew, isoTime, plural, shellWord } from "../../../base/text.ts";
import type { EpochMs, SheetId } from "../../../base/ids.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import type { SheetView } from "../../../api/contract/job.ts";
import type { ShutGate } from "../../find/viewer.ts";
import type { Known } from "../known.ts";
import { waitOf } from "../wait.ts";
import type { Finding } from "./finding.ts";

interface TimedWait {
  readonly id: string;
  readonly until: EpochMs;
  readonly why: string;
}

/** Sheets that wait for the same reason are one finding, with the first moment at which one of them goes on. */
function timedFindings(waits: readonly TimedWait[]): readonly Finding[] {
  return [...Map.groupBy(waits, ({ why }) => why)].map(([why, sheets]) => {
    const names = firstFew(sheets.map(({ id }) => id));
    const first = isoTime(sheets.reduce((least, { until }) => Math.min(least, until), Infinity) as EpochMs);
    const [wait, from] = sheets.length === 1 ? ["waits", ""] : ["wait", ", the first of them"];
    return { what: `${names} ${wait}${from} until ${first}: ${why}.`, next: null };
  });
}

/** The sheets that wait for a moment or an agent, and those that could start and do not. */
export function waitFindings(
  known: Known,
  { held, shut }: { readonly held: string | null; readonly shut: readonly ShutGate[] },
): readonly Finding[] {
  const { states, view } = known;
  const stateOf = (id: string): SheetState => states.get(id as SheetId) ?? fresh;
  const waiting = view.sheets.filter(({ state }) => state === "waiting");
  const timed = waiting.flatMap(({ id }): TimedWait[] => {
    const state = stateOf(id);
    if (state.kind !== "waiting" || state.notBefore === null) return [];
    return [{ id, until: state.notBefore, why: waitWords[state.why] ?? state.why }];
  });
  const conflicts = waiting.flatMap(({ id }): string[] => {
    const state = stateOf(id);
    return state.kind === "waiting" && state.why === "conflict" ? [id] : [];
  });
  return [
    ...timedFindings(timed),
    ...(conflicts.length === 0
      ? []
      : [
          {
            what: `${firstFew(conflicts)} conflicted with what landed and ${conflicts.length === 1 ? "goes back to its agent" : "go back to their agents"}, on top of that.`,
            next: null,
          },
        ]),
    ...stoppedFindings(known, stateOf),
    ...queuedFindings(known, { waiting, held, shut }),
  ];
}

const waitWords: Readonly<Record<string, string>> = {
  "rate-limit": "its agent met a rate limit",
  quota: "its agent's quota is used up",
  retry: "its last attempt was not good, and the next one begins after a pause",
  review: "its reviewer sent it back to its author",
  completion: "it goes on with what is missing after a pause",
  rejected: "its validations failed on the merged tree, and the next attempt begins after a pause",
};

/** Sheets that went to their agent and met what only a person can change. */
function stoppedFindings({ job, view }: Known, stateOf: (id: string) => SheetState): readonly Finding[] {
  const stopped = view.sheets.filter(({ id }) => {
    const state = stateOf(id);
    return state.kind === "waiting" && state.why === "agent";
  });
  if (stopped.length === 0 || view.pause?.kind === "agent") return [];
  const agents = [...new Set(stopped.map(({ agent }) => agent))];
  const who = firstFew(stopped.map(({ id }) => id));
  return [
    {
      what: `${who} wait${stopped.length === 1 ? "s" : ""} until a person has seen to ${firstFew(agents)}.`,
      next: `tutti errors ${shellWord(job.id)}; then: tutti resume ${shellWord(job.id)}`,
    },
  ];
}

interface Queue {
  readonly waiting: readonly SheetView[];
  readonly held: string | null;
  readonly shut: readonly ShutGate[];
}

/** A sheet that a limit of its agent holds needs no free place. */
function queuedFindings(known: Known, { waiting, held, shut }: Queue): readonly Finding[] {
  const { job, view, isPlayed } = known;
  const isIdle = !view.sheets.some(({ state }) => ["running", "captured", "landing"].includes(state));
  if (!isPlayed || !isIdle || held !== null || job.status.kind !== "running") return [];
  const ready = waiting.filter((sheet) => waitOf(known, sheet, { held, shut })?.view.kind === "place");
  if (ready.length === 0) return [];
  return [
    {
      what: `${plural(ready.length, "sheet")} could start and wait for a free place beside other jobs.`,
      next: `tutti modify ${shellWord(job.id)} --priority 5`,
    },
  ];
}
