import { asSentence, dollars, firstFew, isoTime } from "../../base/text.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { accountOf, laneOf, programOf } from "../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import { isOngoing } from "../../sheet/job.ts";
import { isUnderWay } from "../../sheet/collisions/collisions.ts";
import { isGood } from "../../sheet/outcome.ts";
import { type Waiting, fresh } from "../../sheet/state.ts";
import { type TroubleCode, describeTrouble } from "../../sheet/trouble/trouble.ts";
import type { WaitView } from "../../api/contract/answers.ts";
import { bareName } from "../../api/contract/agents.ts";
import type { SheetView } from "../../api/contract/job.ts";
import type { AccountWait, ShutGate } from "../find/viewer.ts";
import type { Known } from "./known.ts";

/** The wait of a sheet, for programs and for people. */
export interface Wait {
  readonly view: WaitView;
  readonly sentence: string;
}

/** The facts that no journal of the job has. */
interface Outside {
  /** Why no sheet may start now. */
  readonly held: string | null;
  readonly shut: readonly ShutGate[];
  /** Accounts that keep sheets waiting; absent: not asked for. */
  readonly waits?: readonly AccountWait[];
  /** For a moment that may be over; absent: not asked for. */
  readonly now?: EpochMs;
}

/** `null` for a sheet that does not wait. The first reason counts: with it gone, the next one shows. */
export function waitOf(known: Known, sheet: SheetView, { held, shut, waits = [], now }: Outside): Wait | null {
  const state = known.states.get(sheet.id as SheetId) ?? fresh;
  if (sheet.state === "blocked")
    return wait("dependency", asSentence(`Now it can't start: it ${sheet.why ?? "is blocked"}`));
  if (state.kind === "captured") return landingWait(state.isApproved);
  if (state.kind === "proposed")
    return wait("pull-request", `Now others have to decide about its pull request: ${state.pull.url}`);
  if (state.kind !== "waiting") return null;
  const plan = known.job.plan.sheets.find(({ id }) => id === sheet.id);
  const open = (plan?.after ?? []).filter((id) => !isGood(known.states.get(id) ?? fresh));
  if (open.length > 0) return wait("dependency", `Now it waits for ${firstFew(open)}.`);
  if (state.behind !== undefined && isUnderWay(known.states.get(state.behind) ?? fresh))
    return wait("dependency", `Now it waits until ${state.behind} has landed: both change the same places.`);
  const gate = plan === undefined ? null : gateFor(plan, state, shut);
  return (
    jobWait(known, sheet) ??
    (gate === null ? null : gateWait(gate)) ??
    momentWait(state, sheet, now) ??
    agentWait(state, sheet) ??
    moneyWait(known) ??
    (plan === undefined ? null : accountWait(plan, state, waits)) ??
    (held === null
      ? wait("place", "Now it waits for a free place.")
      : wait("machine", asSentence(`Now it waits, because no sheet may start: ${held}`)))
  );
}

function wait(
  kind: WaitView["kind"],
  sentence: string,
  more: { until?: EpochMs | null; code?: TroubleCode | null } = {},
): Wait {
  return { view: { kind, until: more.until ?? null, code: more.code ?? null }, sentence };
}

function landingWait(isApproved: boolean): Wait {
  return isApproved
    ? wait("landing", "Now its result waits for its turn to land.")
    : wait("approval", "Now its result waits for a person's word before it lands.");
}

/** A job that was paused for an agent or for money waits for that, not just for a person. */
function jobWait(known: Known, sheet: SheetView): Wait | null {
  const { job, view } = known;
  if (known.isPlayed && isOngoing(job)) return null;
  const said = `Now it waits for the job to go on, which is ${view.status}`;
  switch (view.pause?.kind) {
    case "agent":
      return view.pause.agent.startsWith(sheet.agent)
        ? wait("agent", asSentence(`${said}: ${view.why ?? ""}`), { code: view.pause.code })
        : wait("job", asSentence(`${said}: ${view.why ?? ""}`));
    case "cost":
      return wait("money", asSentence(`${said}: ${view.why ?? ""}`));
    case "parked":
      return wait("job", `${said} until ${isoTime(view.pause.until)}.`, { until: view.pause.until });
    default:
      return wait("job", `${said}.`);
  }
}

/** After a limit one sheet of its account starts first; the others follow once its agent answers. */
function momentWait({ notBefore, why }: Waiting, { agent }: SheetView, now: EpochMs | undefined): Wait | null {
  if (notBefore === null) return null;
  const isParked = why === "rate-limit" || why === "quota";
  if (now !== undefined && notBefore <= now)
    return isParked ? wait("agent", `Now another sheet tries whether ${agent} answers again; this one follows.`) : null;
  return wait("moment", `Now it waits until ${isoTime(notBefore)}${isParked ? `, when the ${words[why]} ends` : ""}.`, {
    until: notBefore,
  });
}

const words = { "rate-limit": "rate limit", quota: "wait for its quota" } as const;

function agentWait({ why }: Waiting, { agent }: SheetView): Wait | null {
  return why === "agent" ? wait("agent", `Now it waits until a person has seen to ${agent}.`) : null;
}

function gateWait({ agent, shut }: AgentGate): Wait {
  const { until, code } = shut;
  const when = until === null ? "until a person has seen to it" : `until ${isoTime(until)}`;
  return wait("agent", `Now it waits for ${agent}, to which nothing is sent ${when}: ${describeTrouble(shut)}.`, {
    until,
    code,
  });
}

function accountWait(sheet: SheetPlan, { counts }: Waiting, waits: readonly AccountWait[]): Wait | null {
  const agent = agentFor(sheet, counts);
  const found = waits.find(({ key }) => key === laneOf(agent));
  if (found === undefined) return null;
  return wait("agent", asSentence(`Now it waits for ${bareName(agent)}: ${found.why}`), { until: found.until });
}

interface AgentGate extends Pick<ShutGate, "shut"> {
  readonly agent: string;
}

/** The first shut agent of a sheet, where all agents that are left to it are shut; `null` when one can be had. */
function gateFor(sheet: SheetPlan, { counts }: Waiting, shut: readonly ShutGate[]): AgentGate | null {
  let first: AgentGate | null = null;
  for (let place = Math.min(counts.fallbacks, sheet.fallbacks.length); place <= sheet.fallbacks.length; place += 1) {
    const agent = agentFor(sheet, { ...counts, fallbacks: place });
    const gate = shut.find(({ key }) => [accountOf(agent), laneOf(agent), programOf(agent)].includes(key));
    if (gate === undefined) return null;
    first ??= { agent: bareName(agent), shut: gate.shut };
    // A rate limit is over soon: the sheet keeps its agent.
    if (gate.shut.why === "limit") return first;
  }
  return first;
}

function moneyWait({ view }: Known): Wait | null {
  const { limitUsd, usd } = view.cost;
  if (limitUsd === null || usd === null || usd < limitUsd) return null;
  return wait(
    "money",
    `Now it waits for money: the job has cost ${dollars(usd)} of the ${dollars(limitUsd)} that it may.`,
  );
}
