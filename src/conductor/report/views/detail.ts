import { laneOf } from "../../../score/plan/agents/agent-plan.ts";
import { castOf } from "../../../score/plan/agents/cast.ts";
import { preparationLines } from "../../../score/plan/preparation.ts";
import { existsSync } from "node:fs";
import type { AttemptView, PrintedView } from "../../../api/contract/answers.ts";
import type { Successor } from "../../../chains/successor.ts";
import { type AgentCost, type JobCost, uncountedNow } from "../../../api/contract/cost/cost.ts";
import type { HoldUp } from "../../../sheet/rest/hold-up.ts";
import type { ContextView, JobView, OutsideCall, SheetView, SuccessorView } from "../../../api/contract/job.ts";
import type { SheetId } from "../../../base/ids.ts";
import { nameOf } from "../../../base/names.ts";
import { realWorld } from "../../../base/world/real-world.ts";
import { within } from "../../../base/world/world.ts";
import { type Viewer, findObjectStore } from "../../find/viewer.ts";
import { attemptsOf, costByAgent, withUseNow } from "../life/attempts.ts";
import { readScenes } from "../life/scenes.ts";
import { lastPrinted } from "../output.ts";
import { isDiversionOver } from "./diversion.ts";
import { listRefs } from "../../../git/refs/refs.ts";
import { resultRefs } from "../../../isolation/capture/result-branch.ts";
import type { Placed } from "../../../sheet/events/event.ts";
import type { Job } from "../../../sheet/job.ts";

const patienceMs = 5_000;

/**
 * Adds what only the journal and the disk know: where sheets ran and with whom, what captures left out, and where kept
 * work can be looked at. A view of one sheet costs no more than that sheet.
 */
export async function detailed(parts: Viewer, job: Job, view: JobView): Promise<JobView> {
  const only = view.sheets.length === 1 ? (view.sheets[0]?.id as SheetId) : undefined;
  const leftOut = new Map<string, readonly string[]>();
  const placed = new Map<string, Placed>();
  const attempts = new Map<string, readonly AttemptView[]>();
  const printed = new Map<string, readonly PrintedView[]>();
  const plans = new Map(job.plan.sheets.map((plan) => [plan.id, plan]));
  for (const [id, scenes] of await readScenes(parts.store, job, only)) {
    const plan = plans.get(id);
    if (plan !== undefined) attempts.set(id, withUseNow(parts, job, { sheet: id, attempts: attemptsOf(scenes, plan) }));
    const life = scenes.map(({ event }) => event);
    printed.set(id, lastPrinted({ job, sheet: id }, life));
    for (const event of life) {
      if (event.kind === "ended") leftOut.set(id, event.leftOut.first);
      if (event.kind === "placed") placed.set(id, event);
    }
  }
  const newest = [...placed.values()].reduce<Placed | undefined>(
    (last, one) => (last === undefined || one.at >= last.at ? one : last),
    undefined,
  );
  const store = (await findObjectStore(parts, job.repository)) ?? null;
  // Status has to come though a program hangs: a git that does not answer in time tells nothing.
  const hasBranch = (await within(patienceMs, branchesOf(parts, job, { store, placed }), realWorld)) ?? (() => false);
  const sheets = view.sheets.map((sheet) => ({
    ...sheet,
    ...told(sheet, attempts.get(sheet.id) ?? []),
    after: plans.get(sheet.id as SheetId)?.after ?? [],
    leftOut: leftOut.get(sheet.id) ?? [],
    printed: printed.get(sheet.id) ?? [],
    context: contextView(placed.get(sheet.id), hasBranch(sheet.id)),
    logs: sheet.attempts === 0 ? null : parts.places.attempt(job.id, sheet.id as SheetId, sheet.attempts),
  }));
  const diverted =
    (await within(patienceMs, isDiversionOver(parts.git, job), realWorld)) === true ? null : view.diverted;
  const agents = costByAgent([...attempts.values()].flat());
  return {
    ...view,
    diverted,
    sheets,
    agents,
    cost: { ...view.cost, ...(await uncountedIn(parts, job, agents)) },
    ...accountWaits(parts, job),
    ...(isOver(job) ? {} : { disk: (await within(patienceMs, parts.now.disk(), realWorld)) ?? null }),
    store,
    ...(newest?.prepared === undefined ? {} : { prepared: preparationLines(newest.prepared) }),
    ...holdUpIn(parts, job),
    ...(await successorsOf(parts, job)),
    waitsFor: worthTelling(parts.now.calls(job.id).filter(({ isOwn }) => isOwn)),
  };
}

async function successorsOf({ store }: Viewer, { id }: Job): Promise<Pick<JobView, "successors">> {
  const found = (await store?.successors({ job: id })) ?? [];
  return found.length === 0 ? {} : { successors: found.map(successorView) };
}

function successorView({ sheet, on, step, state, notBefore }: Successor): SuccessorView {
  return {
    sheet,
    on,
    kind: step.kind === "command" ? "command" : "score",
    what: step.title,
    state: state.kind,
    job: state.kind === "started" ? state.job : null,
    why: "why" in state ? state.why : null,
    notBefore: state.kind === "waiting" ? notBefore : null,
  };
}

/** Only those that keep sheets of this job waiting. */
function accountWaits(parts: Viewer, job: Job): Pick<JobView, "accounts"> {
  if (isOver(job)) return {};
  const keys = new Set(job.plan.sheets.flatMap((sheet) => castOf(sheet).map((agent) => laneOf(agent))));
  const accounts = parts.now.waits().filter(({ key }) => keys.has(key));
  return accounts.length === 0 ? {} : { accounts: accounts.map(({ agent, why, until }) => ({ agent, why, until })) };
}

function isOver({ status }: Job): boolean {
  return status.kind === "finished" || status.kind === "cancelled";
}

/** Only where something is limited: without a limit nothing has to be counted. */
async function uncountedIn(parts: Viewer, job: Job, agents: readonly AgentCost[]): Promise<Pick<JobCost, "uncounted">> {
  const { perJobUsd, perSheetUsd } = job.plan.cost;
  if (perJobUsd === null && perSheetUsd === null) return {};
  return { uncounted: uncountedNow(await parts.agents.uncounted(job), agents, isOver(job)) };
}

/** The facts that the agent of the last attempt gave of itself, and its last trouble. */
function told(sheet: SheetView, attempts: readonly AttemptView[]): Pick<SheetView, "model" | "code" | "use"> {
  const last = attempts.at(-1);
  const ended = attempts.findLast(({ endedAt }) => endedAt !== null);
  const measured = attempts.findLast(({ use }) => use !== undefined);
  // One that is about to go to another agent says nothing of that one's model.
  return {
    model: last?.agent === sheet.agent ? last.model : sheet.model,
    code: sheet.code ?? ended?.code ?? null,
    ...(measured?.use === undefined ? {} : { use: measured.use }),
  };
}

/** Which sheets' results have their branch: what Tutti wrote, and is still there. */
async function branchesOf(
  { git }: Viewer,
  job: Job,
  facts: { store: string | null; placed: ReadonlyMap<string, Placed> },
): Promise<(sheet: string) => boolean> {
  const { store, placed } = facts;
  if (store === null || ![...placed.values()].some(({ branch }) => branch !== null)) return () => false;
  const [branches, results] = await Promise.all([
    listRefs(git, job.repository.commonDir, ["refs/heads"]),
    listRefs(git, store, [`${resultRefs}/${job.id}`]),
  ]);
  const written = new Set([...results.keys()].map((ref) => ref.slice(0, ref.lastIndexOf("/"))));
  return (sheet) =>
    branches.has(placed.get(sheet)?.branch ?? "") && written.has(`${resultRefs}/${job.id}/${nameOf(sheet)}`);
}

function contextView(placed: Placed | undefined, hasBranch: boolean): ContextView | null {
  if (placed === undefined) return null;
  const { context, level, path, branch, fallback } = placed;
  return { id: context, level, path, branch: hasBranch ? branch : null, fallback, exists: existsSync(path) };
}

/** Shorter ones are no news. */
const leastMs = 3_000;

/** Every landing waits for a moment. */
export function holdUpIn({ now }: Pick<Viewer, "now">, job: Job): { readonly holdUp?: HoldUp } {
  const holdUp = now.holdUp(job);
  return holdUp === null || realWorld.now() - holdUp.since < leastMs ? {} : { holdUp };
}

/** More would hide what matters; the oldest are the ones to look at. */
const mostShown = 10;

/** The calls a job waits for, the oldest first. */
export function worthTelling(calls: readonly OutsideCall[]): readonly OutsideCall[] {
  return calls
    .filter(({ forMs }) => forMs >= leastMs)
    .toSorted((one, other) => other.forMs - one.forMs)
    .slice(0, mostShown);
}
