import {
  asSentence,
  branchName,
  duration,
  firstFew,
  isoTime,
  plural,
  shellWord,
  withoutNumbers,
} from "../../../base/text.ts";
import type { DiskTrouble } from "../../../base/home/disk-trouble.ts";
import type { SheetId } from "../../../base/ids.ts";
import { type AgentPlan, accountOf, laneOf, programOf } from "../../../score/plan/agents/agent-plan.ts";
import { describeTrouble, troubles } from "../../../sheet/trouble/trouble.ts";
import { bareName, nobodyPlays } from "../../../api/contract/agents.ts";
import type { Uncounted } from "../../../api/contract/cost/cost.ts";
import type { OutsideCall, SheetView } from "../../../api/contract/job.ts";
import { type HoldUp, holdUpAdvice, holdUpWords } from "../../../sheet/rest/hold-up.ts";
import { landingRef } from "../../../sheet/job.ts";
import { worthTelling } from "../views/detail.ts";
import type { ShutGate } from "../../find/viewer.ts";
import type { Known } from "../known.ts";
import { costFindings } from "./cost-findings.ts";
import type { Finding } from "./finding.ts";
import { statusFindings } from "./status-findings.ts";
import { waitFindings } from "./wait-findings.ts";

/** The facts that the journal does not have. */
export interface Around extends Agents {
  /** Why no sheet may start now. */
  readonly held: string | null;
  readonly disk: DiskTrouble | null;
  /** Agents of unknown cost that a limit is to hold for. */
  readonly uncounted: readonly Uncounted[];
  /** Whether the results that landed aside were merged to the target since. */
  readonly isMerged: boolean;
  /** The programs that it waits for now. */
  readonly calls: readonly OutsideCall[];
  /** The reason that results do not land although they are ready; absent: none. */
  readonly holdUp?: HoldUp;
  /** Contexts of sheets that failed, and still stand. */
  readonly standing: readonly { readonly sheet: string; readonly path: string }[];
}

/** The reasons that hold a job up, the weightiest first. Long lists are cut: the same step helps with the next one. */
export function findingsOf(known: Known, around: Around): readonly Finding[] {
  return [
    ...statusFindings(known),
    ...callFindings(around.calls),
    ...machineFindings(known, around),
    ...agentFindings(known, around),
    ...failedFindings(known),
    ...blockedFindings(known),
    ...waitFindings(known, around),
    ...approvalFindings(known),
    ...costFindings(known, around.uncounted),
    ...landingFindings(known, around),
    ...standingFindings(known, around),
  ];
}

/** The resources that the machine has too little of. A job that is over needs none of them. */
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

/** Sheets that failed for the same reason are one finding. */
function failedFindings({ job, view }: Known): readonly Finding[] {
  const failed = view.sheets.filter(({ state }) => state === "failed" || state === "cancelled");
  const groups = [...Map.groupBy(failed, reasonKey).values()];
  const shown = groups.slice(0, mostNamed);
  const rest = groups.slice(mostNamed).flat().length;
  return [
    ...shown.map((sheets) => failedFinding(job.id, sheets)),
    ...(rest === 0
      ? []
      : [
          {
            what: `${plural(rest, "more sheet")} failed or were cancelled.`,
            next: `tutti errors ${shellWord(job.id)}`,
          },
        ]),
  ];
}

function reasonKey({ state, attempts, why, agent }: SheetView): string {
  return JSON.stringify([state, attempts, withoutNumbers(why ?? ""), agent === nobodyPlays]);
}

function failedFinding(job: string, sheets: readonly SheetView[]): Finding {
  const names = firstFew(sheets.map(({ id }) => id));
  const [first] = sheets;
  const isOne = sheets.length === 1;
  const isSame = sheets.every(({ why }) => why === first?.why);
  const reason = `${isSame ? "" : "for reasons such as "}${first?.why ?? "the reason is not known"}`;
  const after = `${isOne ? "" : " each"} failed after ${plural(first?.attempts ?? 0, "attempt")}`;
  const look = isOne
    ? `tutti explain ${shellWord(first?.id ?? "")} --job ${shellWord(job)}`
    : `tutti errors ${shellWord(job)}`;
  const retry = `; tutti retry ${shellWord(job)}${isOne ? ` ${shellWord(first?.id ?? "")}` : ""}`;
  return {
    what:
      first?.state === "cancelled"
        ? `${names} ${isOne ? "was" : "were"} cancelled.`
        : asSentence(`${names}${after}: ${reason}`),
    next: `${look}${first?.agent === nobodyPlays ? "" : retry}`,
  };
}

function blockedFindings({ job, view }: Known): readonly Finding[] {
  const blocked = Map.groupBy(
    view.sheets.filter(({ state }) => state === "blocked"),
    ({ why }) => why ?? "",
  );
  return [...blocked].slice(0, mostNamed).map(([why, sheets]) => ({
    what: asSentence(`${firstFew(sheets.map(({ id }) => id))} can't start: each ${why}`),
    next: `tutti retry ${shellWord(job.id)}`,
  }));
}

/** While the job is under way: one that only waits for this says so itself. */
function approvalFindings({ job, view, states }: Known): readonly Finding[] {
  const waiting = view.sheets.filter(({ id }: SheetView) => {
    const state = states.get(id as SheetId);
    return state?.kind === "captured" && !state.isApproved;
  });
  if (waiting.length === 0 || view.pause?.kind === "approval") return [];
  const names = firstFew(waiting.map(({ id }) => id));
  return [
    {
      what: `${plural(waiting.length, "result")} wait${waiting.length === 1 ? "s" : ""} for a person's word: ${names}.`,
      next: `tutti approve ${shellWord(job.id)}`,
    },
  ];
}

function landingFindings({ job, view }: Known, { isMerged, holdUp }: Around): readonly Finding[] {
  const diverted = isMerged ? null : job.diverted;
  return [
    ...(holdUp === undefined
      ? []
      : [
          {
            what: asSentence(holdUpWords(holdUp, branchName(landingRef(job) ?? ""))),
            next: holdUpAdvice,
          },
        ]),
    ...(diverted === null
      ? []
      : [
          {
            what: asSentence(
              `Results land on ${diverted.branch}, not on ${branchName(job.target ?? "")}: ${diverted.why}`,
            ),
            next: `git -C ${shellWord(view.repository)} merge ${shellWord(diverted.branch)}`,
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
      what: `${plural(standing.length, "context")} of sheets that failed still stand${standing.length === 1 ? "s" : ""}, to be looked into: ${firstFew(
        standing.map(({ path }) => path),
        3,
      )}.`,
      next: `tutti show ${shellWord(first?.sheet ?? "")} --job ${shellWord(job.id)}; tutti worktree list`,
    },
  ];
}

/** The programs that a job waits for at this moment and that run for more than a few seconds. */
function callFindings(calls: readonly OutsideCall[]): readonly Finding[] {
  return worthTelling(calls).map(({ what, pid, folder, forMs, isOwn }) => {
    const process = `${what} (process ${String(pid)})`;
    const where = `for ${duration(forMs)} in ${folder}`;
    return {
      what: isOwn
        ? `It waits for ${process}, which runs ${where}.`
        : `${process} of another job runs ${where}. What starts or lands in that repository may wait for it.`,
      next: what.startsWith("git ") ? "Tutti ends a git that does nothing for a while; nothing is lost by it." : null,
    };
  });
}

/** The facts about agents beside the journal of one job. */
interface Agents {
  readonly shut: readonly ShutGate[];
  /** Those of the job that are untried with this Tutti. */
  readonly unverified: readonly string[];
}

/** Accounts of the job's agents that nothing is sent to, and agents that may surprise. */
function agentFindings(known: Known, { shut, unverified }: Agents): readonly Finding[] {
  if (known.view.status === "finished" || known.view.status === "cancelled") return [];
  return [...gateFindings(known, shut), ...unverifiedFindings(unverified)];
}

function gateFindings({ job }: Known, shut: readonly ShutGate[]): readonly Finding[] {
  const sheets = job.plan.sheets.map(({ agent, fallbacks }) => [agent, ...fallbacks]);
  return shut.flatMap(({ key, shut: gate }): Finding[] => {
    const isIts = (agent: AgentPlan): boolean => [accountOf(agent), laneOf(agent), programOf(agent)].includes(key);
    const agent = sheets.flat().find(isIts);
    // The agent that paused the job is reported as the pause.
    if (agent === undefined || isItsPause(job, gate)) return [];
    const number = sheets.filter((cast) => cast.some(isIts)).length;
    const when = gate.until === null ? "until a person has seen to it" : `until ${isoTime(gate.until)}`;
    return [
      {
        what: `Nothing is sent to ${bareName(agent)} (${key}) ${when}: ${describeTrouble(gate)}. ${plural(number, "sheet")} of the job may use it.`,
        next: gate.until === null ? `${hintFor(gate)}tutti resume ${shellWord(job.id)}` : "It goes on by itself then.",
      },
    ];
  });
}

function isItsPause({ status }: Known["job"], { until, code }: ShutGate["shut"]): boolean {
  return until === null && status.kind === "paused" && status.cause.kind === "agent" && status.cause.code === code;
}

function hintFor({ code }: ShutGate["shut"]): string {
  const { hint } = troubles[code];
  return hint === null ? "" : `${hint} Then: `;
}

function unverifiedFindings(unverified: readonly string[]): readonly Finding[] {
  if (unverified.length === 0) return [];
  const [first] = unverified;
  return [
    {
      what: `${firstFew(unverified)} ${unverified.length === 1 ? "is" : "are"} not verified: the profile has not been tested with the real program yet.`,
      next: `tutti agents check ${shellWord(first ?? "")}`,
    },
  ];
}
