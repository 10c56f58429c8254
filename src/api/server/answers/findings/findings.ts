import type { DiskTrouble } from "../../../../base/disk-trouble.ts";
import type { SheetId } from "../../../../base/ids.ts";
import { nobodyPlays } from "../../../cast.ts";
import type { Uncounted } from "../../../cost.ts";
import type { OutsideCall } from "../../../outside-call.ts";
import type { SheetView } from "../../../view.ts";
import type { Known } from "../parts.ts";
import { asSentence, plural, some, word } from "../words.ts";
import { type Agents, agentFindings } from "./agent-findings.ts";
import { callFindings } from "./call-findings.ts";
import { costFindings } from "./cost-findings.ts";
import type { Finding } from "./finding.ts";
import { statusFindings } from "./status-findings.ts";
import { waitFindings } from "./wait-findings.ts";

/** What can't be told from the journal. */
export interface Around extends Agents {
  /** Why no sheet may start now. */
  readonly held: string | null;
  readonly disk: DiskTrouble | null;
  /** Agents whose cost nobody will know, where a limit is to hold for them. */
  readonly uncounted: readonly Uncounted[];
  /** What landed aside was merged to the target since. */
  readonly isMerged: boolean;
  /** The programs that it waits for now. */
  readonly calls: readonly OutsideCall[];
  /** Contexts of sheets that failed, and still stand. */
  readonly standing: readonly { readonly sheet: string; readonly path: string }[];
}

/** What holds a job up, the weightiest first. Long lists are cut: what helps with one helps with the next. */
export function findingsOf(known: Known, around: Around): readonly Finding[] {
  return [
    ...statusFindings(known),
    ...callFindings(around.calls),
    ...machineFindings(known, around),
    ...agentFindings(known, around),
    ...failedFindings(known),
    ...blockedFindings(known),
    ...waitFindings(known, around.held),
    ...approvalFindings(known),
    ...costFindings(known, around.uncounted),
    ...landingFindings(known, around),
    ...standingFindings(known, around),
  ];
}

/** What the machine has too little of. A job that is over needs nothing of it. */
function machineFindings({ view }: Known, { held, disk }: Around): readonly Finding[] {
  const isOver = view.status === "finished" || view.status === "cancelled";
  // Below the floor it is the disk that sheets wait for.
  const isDisk = disk !== null && disk.level !== "low";
  return [
    ...(held === null || isDisk
      ? []
      : [{ what: asSentence(`No sheet may start now: ${held}`), next: "It goes on by itself when that is over." }]),
    ...(disk === null || isOver
      ? []
      : [
          {
            what: asSentence(`The disk is ${disk.level === "low" ? "running low" : "too full"}: ${disk.what}`),
            next: disk.next,
          },
        ]),
  ];
}

const mostNamed = 10;

function failedFindings({ job, view }: Known): readonly Finding[] {
  const failed = view.sheets.filter(({ state }) => state === "failed" || state === "cancelled");
  const named = failed.slice(0, mostNamed).map((sheet) => ({
    what:
      sheet.state === "cancelled"
        ? `${sheet.id} was cancelled.`
        : asSentence(
            `${sheet.id} failed after ${plural(sheet.attempts, "attempt")}: ${sheet.why ?? "nobody knows why"}`,
          ),
    next: `tutti explain ${word(sheet.id)} --job ${word(job.id)}${sheet.agent === nobodyPlays ? "" : `; tutti retry ${word(job.id)} ${word(sheet.id)}`}`,
  }));
  const rest = failed.length - named.length;
  return rest === 0
    ? named
    : [
        ...named,
        { what: `${plural(rest, "more sheet")} failed or were cancelled.`, next: `tutti errors ${word(job.id)}` },
      ];
}

function blockedFindings({ job, view }: Known): readonly Finding[] {
  const blocked = Map.groupBy(
    view.sheets.filter(({ state }) => state === "blocked"),
    ({ why }) => why ?? "",
  );
  return [...blocked].slice(0, mostNamed).map(([why, sheets]) => ({
    what: asSentence(`${some(sheets.map(({ id }) => id))} can't start: each ${why}`),
    next: `tutti retry ${word(job.id)}`,
  }));
}

/** While the job is under way: one that only waits for this says so itself. */
function approvalFindings({ job, view, states }: Known): readonly Finding[] {
  const waiting = view.sheets.filter(({ id }: SheetView) => {
    const state = states.get(id as SheetId);
    return state?.kind === "captured" && !state.isApproved;
  });
  if (waiting.length === 0 || view.pause?.kind === "approval") return [];
  const names = some(waiting.map(({ id }) => id));
  return [
    {
      what: `${plural(waiting.length, "result")} wait${waiting.length === 1 ? "s" : ""} for a person's word: ${names}.`,
      next: `tutti approve ${word(job.id)}`,
    },
  ];
}

function landingFindings({ job, view }: Known, { isMerged }: Around): readonly Finding[] {
  const diverted = isMerged ? null : job.diverted;
  return [
    ...(diverted === null
      ? []
      : [
          {
            what: asSentence(
              `Results land on ${diverted.branch}, not on ${(job.target ?? "").replace(/^refs\/heads\//, "")}: ${diverted.why}`,
            ),
            next: `git -C ${word(view.repository)} merge ${word(diverted.branch)}`,
          },
        ]),
    ...(view.fallback === null
      ? []
      : [
          {
            what: `Nothing lands: sheets work one by one in ${view.repository} itself, because ${view.fallback}.`,
            next: null,
          },
        ]),
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
