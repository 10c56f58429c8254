import { type AgentPlan, accountOf, laneOf } from "../../../../score/agent-plan.ts";
import { describeTrouble, troubles } from "../../../../sheet/trouble.ts";
import { bareName } from "../../../cast.ts";
import type { Known, ShutGate } from "../parts.ts";
import { moment, plural, some, word } from "../words.ts";
import type { Finding } from "./finding.ts";

/** What is known of agents beside the journal of one job. */
export interface Agents {
  readonly shut: readonly ShutGate[];
  /** Those of the job that nobody has tried with this Tutti. */
  readonly unverified: readonly string[];
}

/** Accounts of the job's agents that nothing is sent to, and agents that may surprise. */
export function agentFindings(known: Known, { shut, unverified }: Agents): readonly Finding[] {
  if (known.view.status === "finished" || known.view.status === "cancelled") return [];
  return [...gateFindings(known, shut), ...unverifiedFindings(unverified)];
}

function gateFindings({ job }: Known, shut: readonly ShutGate[]): readonly Finding[] {
  const sheets = job.plan.sheets.map(({ agent, fallbacks }) => [agent, ...fallbacks]);
  return shut.flatMap(({ key, shut: gate }): Finding[] => {
    const isIts = (agent: AgentPlan): boolean => accountOf(agent) === key || laneOf(agent) === key;
    const agent = sheets.flat().find(isIts);
    // What paused the job is told as that.
    if (agent === undefined || isItsPause(job, gate)) return [];
    const number = sheets.filter((cast) => cast.some(isIts)).length;
    const when = gate.until === null ? "until a person has seen to it" : `until ${moment(gate.until)}`;
    return [
      {
        what: `Nothing is sent to ${bareName(agent)} (${key}) ${when}: ${describeTrouble(gate)}. ${plural(number, "sheet")} of the job may use it.`,
        next: gate.until === null ? `${hintFor(gate)}tutti resume ${word(job.id)}` : "It goes on by itself then.",
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
      what: `${some(unverified)} ${unverified.length === 1 ? "is" : "are"} not verified: nobody has tried the profile with the real program yet.`,
      next: `tutti agents check ${word(first ?? "")}`,
    },
  ];
}
