import type { SheetId } from "../../../base/ids.ts";
import { isGood } from "../../../sheet/outcome.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import type { SheetView } from "../../view.ts";
import type { Finding } from "./finding.ts";
import type { Known } from "./parts.ts";
import { statusFindings } from "./status-findings.ts";
import { moment, plural, some, word } from "./words.ts";

/** What can't be told from the journal. */
export interface Around {
  /** Why no sheet may start now. */
  readonly held: string | null;
  /** Contexts of sheets that failed, and still stand. */
  readonly standing: readonly { readonly sheet: string; readonly path: string }[];
}

/** What holds a job up, the weightiest first. Long lists are cut: what helps with one helps with the next. */
export function findingsOf(known: Known, around: Around): readonly Finding[] {
  return [
    ...statusFindings(known),
    ...(around.held === null ? [] : [{ what: `No sheet may start now: ${around.held}.`, next: "It goes on by itself when that is over." }]),
    ...failedFindings(known),
    ...blockedFindings(known),
    ...waitFindings(known, around),
    ...landingFindings(known),
    ...standingFindings(known, around),
  ];
}

const mostNamed = 10;

function failedFindings({ job, view }: Known): readonly Finding[] {
  const failed = view.sheets.filter(({ state }) => state === "failed" || state === "cancelled");
  const named = failed.slice(0, mostNamed).map((sheet) => ({
    what:
      sheet.state === "cancelled"
        ? `${sheet.id} was cancelled.`
        : `${sheet.id} failed after ${plural(sheet.attempts, "attempt")}: ${sheet.why ?? "nobody knows why"}.`,
    next: `tutti explain ${word(sheet.id)} --job ${word(job.id)}; tutti retry ${word(job.id)} ${word(sheet.id)}`,
  }));
  const rest = failed.length - named.length;
  return rest === 0 ? named : [...named, { what: `${plural(rest, "more sheet")} failed or were cancelled.`, next: `tutti errors ${word(job.id)}` }];
}

function blockedFindings({ job, view }: Known): readonly Finding[] {
  const blocked = Map.groupBy(
    view.sheets.filter(({ state }) => state === "blocked"),
    ({ why }) => why ?? "",
  );
  return [...blocked].slice(0, mostNamed).map(([why, sheets]) => ({
    what: `${some(sheets.map(({ id }) => id))} can't start: each ${why}.`,
    next: `tutti retry ${word(job.id)}`,
  }));
}

/** What waits for a moment, and what could start and does not. */
function waitFindings(known: Known, { held }: Around): readonly Finding[] {
  const { job, states, view, isPlayed } = known;
  const stateOf = (id: string): SheetState => states.get(id as SheetId) ?? fresh;
  const waiting = view.sheets.filter(({ state }) => state === "waiting");
  const timed = waiting.flatMap(({ id }): Finding[] => {
    const state = stateOf(id);
    if (state.kind !== "waiting" || state.notBefore === null) return [];
    return [{ what: `${id} waits until ${moment(state.notBefore)}: ${waitWords[state.why] ?? state.why}.`, next: null }];
  });
  const conflicts = waiting.flatMap(({ id }): Finding[] => {
    const state = stateOf(id);
    return state.kind === "waiting" && state.why === "conflict"
      ? [{ what: `${id} conflicted with what landed and goes back to its agent, on top of that.`, next: null }]
      : [];
  });
  const isIdle = !view.sheets.some(({ state }) => ["running", "captured", "landing"].includes(state));
  const ready = waiting.filter((sheet) => isReady(sheet, job.plan, stateOf));
  const queued = isPlayed && isIdle && held === null && ready.length > 0 && job.status.kind === "running";
  return [
    ...timed.slice(0, mostNamed),
    ...conflicts.slice(0, mostNamed),
    ...(queued
      ? [
          {
            what: `${plural(ready.length, "sheet")} could start and wait for a free place beside other jobs.`,
            next: `tutti modify ${word(job.id)} --priority 5`,
          },
        ]
      : []),
  ];
}

function isReady({ id }: SheetView, plan: Known["job"]["plan"], stateOf: (id: string) => SheetState): boolean {
  const state = stateOf(id);
  const after = plan.sheets.find((sheet) => sheet.id === id)?.after ?? [];
  return state.kind === "waiting" && state.notBefore === null && after.every((other) => isGood(stateOf(other)));
}

const waitWords: Readonly<Record<string, string>> = {
  "rate-limit": "its agent met a rate limit",
  retry: "its last attempt was not good, and the next one begins after a pause",
  completion: "it goes on with what is missing after a pause",
  rejected: "its validations failed on the merged tree, and the next attempt begins after a pause",
};

function landingFindings({ job, view }: Known): readonly Finding[] {
  const { diverted } = job;
  return [
    ...(diverted === null
      ? []
      : [
          {
            what: `Results land on ${diverted.branch}, not on ${(job.target ?? "").replace(/^refs\/heads\//, "")}: ${diverted.why}.`,
            next: `git -C ${word(view.repository)} merge ${word(diverted.branch)}`,
          },
        ]),
    ...(view.fallback === null ? [] : [{ what: `Nothing lands: sheets work one by one in ${view.repository} itself, because ${view.fallback}.`, next: null }]),
  ];
}

function standingFindings({ job }: Known, { standing }: Around): readonly Finding[] {
  if (standing.length === 0) return [];
  const [first] = standing;
  return [
    {
      what: `${plural(standing.length, "context")} of sheets that failed still stand${standing.length === 1 ? "s" : ""}, to be looked into: ${some(
        standing.map(({ path }) => path),
        3,
      )}.`,
      next: `tutti show ${word(first?.sheet ?? "")} --job ${word(job.id)}; tutti worktree list`,
    },
  ];
}
