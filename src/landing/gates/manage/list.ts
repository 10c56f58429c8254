import { sharedRecipe } from "../../../score/plan/recipe.ts";
import type { JobId } from "../../../base/ids.ts";
import { type GateSources, gatesOf, overruledGates } from "../compose.ts";
import type { Gate } from "../gate.ts";
import { type HooksAsGates, hooksAsGates } from "../hooks.ts";
import { commandText } from "../../../score/plan/command.ts";
import { recipeLines } from "../../../score/preview/recipe.ts";
import type { GatePlan } from "../../../score/plan/landing-plan.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { Job } from "../../../sheet/job.ts";
import type { StoreReader } from "../../../store/store.ts";
import type {
  GatesView,
  GateView,
  HooksView,
  QuarantineView,
  QueueSummary,
} from "../../../api/contract/landing/gates.ts";
import { type QueueLookParts, listQueues } from "../../queue/manage/list.ts";
import { isSameQueue, queueOf } from "../../queue/manage/results.ts";
import { type Meant, type Which, type WhichParts, digestsOf, findMeant } from "./which.ts";

/** The results that wait to land are found as for `tutti queue`. */
export interface GateListParts extends QueueLookParts, Pick<WhichParts, "recipe"> {
  readonly store: (QueueLookParts["store"] & Pick<StoreReader, "job" | "jobs" | "quarantine">) | undefined;
}

export async function listGates(parts: GateListParts, asked: Which): Promise<GatesView> {
  const meant = await findMeant(parts, asked);
  const { repository, target, commit, sources } = meant;
  const landing = await landingThere(parts, meant, asked.job);
  return {
    repository: repository.top ?? repository.commonDir,
    target,
    commit,
    // A job that runs none does not run the target's either.
    gates: asked.job !== undefined && landing.every(runsNone) ? [] : viewsOf(meant, landing),
    prepare: recipeLines(sources.recipe?.recipe),
    protectedPaths: sources.file.protectedPaths,
    queue: await waitingThere(parts, meant, asked.folder),
    quarantine: await quarantineOf(parts.store, meant),
    hooks: hooksView(await hooksAsGates(parts.git, repository)),
    notes: [...new Set(landing.flatMap((job) => [...overruledGates(sourcesOf(meant, job.plan)), ...modeNotes(job)]))],
  };
}

/** The named job, else all unfinished ones that land on this target: their scores may add gates. */
async function landingThere(
  { store }: GateListParts,
  { repository, target }: Meant,
  named: JobId | undefined,
): Promise<readonly Job[]> {
  if (named !== undefined) return [(await store?.job(named)) ?? []].flat();
  const queue = { repository: repository.commonDir, target };
  return ((await store?.unfinished()) ?? []).filter((job) => isSameQueue(queueOf(job), queue));
}

async function waitingThere(
  parts: GateListParts,
  { repository, target }: Meant,
  folder: string,
): Promise<QueueSummary> {
  const found = await listQueues(parts, { folder: repository.top ?? folder, target, all: false });
  const queue = found.find((one) => one.target === target);
  return {
    isPaused: queue?.isPaused ?? false,
    pausedAt: queue?.pausedAt ?? null,
    waiting: queue?.entries.length ?? 0,
    held: queue?.held.length ?? 0,
    stopped: [...new Set(queue?.entries.flatMap(({ why }) => why ?? []))],
  };
}

function runsNone({ plan }: Job): boolean {
  return plan.landing.tests === "none";
}

function modeNotes({ id, plan }: Job): readonly string[] {
  switch (plan.landing.tests) {
    case "none":
      return [`results of ${id} pass no gates: its score says tests: none`];
    case "final":
      return [`results of ${id} land before these gates: they are run once, when all of it has landed (tests: final)`];
    case "full":
    case "quick":
      return [];
  }
}

/** The quick form is shown beside it, and `final` runs the full one. */
function sourcesOf({ sources }: Meant, plan: Plan): GateSources {
  return { file: sources.file, plan: { gates: plan.landing.gates, tests: "full" }, recipe: sharedRecipe(plan) };
}

function viewsOf(meant: Meant, landing: readonly Job[]): readonly GateView[] {
  const { file } = meant.sources;
  const own = gatesOf({ ...meant.sources, plan: { gates: [], tests: "full" } }).map((gate) =>
    viewOf(gate, file.gates, []),
  );
  const added = new Map<string, GateView>();
  for (const { id, plan } of landing.filter((job) => !runsNone(job)))
    for (const gate of gatesOf(sourcesOf(meant, plan))) {
      if (gate.from === "target") continue;
      const key = `${gate.name}\0${gate.digest}`;
      added.set(key, viewOf(gate, plan.landing.gates, [...(added.get(key)?.jobs ?? []), id]));
    }
  return [...own, ...added.values()];
}

function viewOf(
  { name, command, timeoutMs, files, from }: Gate,
  plans: readonly GatePlan[],
  jobs: readonly string[],
): GateView {
  const quick = plans.find((plan) => plan.name === name)?.quick ?? null;
  return {
    name,
    run: commandText(command),
    quick: quick === null ? null : commandText(quick),
    timeoutMs,
    files,
    from,
    jobs,
  };
}

/** The store has gates of every repository; these are of this one and its jobs. */
async function quarantineOf(
  store: GateListParts["store"],
  { repository, sources }: Meant,
): Promise<readonly QuarantineView[]> {
  const all = (await store?.quarantine()) ?? [];
  if (store === undefined || all.length === 0) return [];
  const jobs = await store.jobs({ repository: repository.commonDir });
  const asked: readonly GateSources[] = [
    sources,
    ...jobs.map(({ plan }) => ({ ...sources, plan: plan.landing, recipe: sharedRecipe(plan) })),
  ];
  const own = new Set(asked.flatMap((one) => digestsOf(one)));
  const ours = all.filter(({ digest }) => own.has(digest));
  return ours.map(({ name, digest, since, flakes, runs, clean, last }) => ({
    gate: name,
    digest,
    since,
    flakes,
    runs,
    clean,
    last,
  }));
}

function hooksView({ found, lines }: HooksAsGates): HooksView {
  return {
    found: found.map(({ hook, by, path, note, run }) => ({ hook, by, path, note, isGate: run !== null })),
    lines,
  };
}
