import type { HealingMode } from "../../../score/healing/codes.ts";
import { type IsolationLevel, levels } from "../../../score/plan/levels.ts";
import { realpath } from "node:fs/promises";
import type { SheetId } from "../../../base/ids.ts";
import { openWorkFolder } from "../../../isolation/home/home.ts";
import { archiveRound } from "../../../isolation/rounds/archive-round.ts";
import { requireHomeOutside, requireOutsideHome } from "../../../isolation/home/outside.ts";
import { type ManagedPlace, type WrittenDefaults, asAsked } from "../../../score/plan/isolation.ts";
import { readScoreText, type ScoreAsText, type ScoreOptions } from "../../../score/load.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import { readDefaults } from "../../../score/schema/defaults.ts";
import type { ChainPlace, Job } from "../../../sheet/job.ts";
import type { SheetState } from "../../../sheet/state.ts";
import { type Entry, saveFix } from "../../../store/entry.ts";
import type { Accepted } from "../../../api/contract/job.ts";
import { removeKeptJob, writeKeptJob } from "../infer/kept-job.ts";
import { makeJob } from "./make-job.ts";
import { missingFallbacks, noticesOf, uncountedAgents } from "../notices.ts";
import { requireSandbox, sandboxNotices } from "./sandbox.ts";
import { type JobParts, agentsOf, settled } from "../parts.ts";
import { requireSheet } from "../../find/require.ts";
import { writing } from "../unwritable.ts";

export interface Submission {
  readonly score: ScoreAsText;
  readonly folder: string;
  readonly parallel?: number | undefined;
  readonly priority?: number | undefined;
  readonly isolation?: IsolationLevel | undefined;
  readonly per?: "sheet" | "job" | undefined;
  readonly pullRequest?: { readonly draft: boolean } | undefined;
  readonly managed?: ManagedPlace | undefined;
  readonly defaults?: WrittenDefaults | undefined;
  readonly fix?: Parameters<typeof saveFix>[1] | undefined;
  readonly validateBase?: "auto" | "always" | "never" | undefined;
  readonly healing?: HealingMode | undefined;
  readonly startSheet?: string | undefined;
  /** Files that an earlier round left in the workspace are archived first, where the score says so. */
  readonly fresh?: boolean | undefined;
  readonly interactive?: Job["interactive"];
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Present when it follows another job. */
  readonly chained?: Chained | undefined;
}

interface Chained {
  readonly place: ChainPlace;
  /** They go before those of the score. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Absolute; `null`: as the score says. */
  readonly workspace: string | null;
}

interface Submitting {
  /** The entries that record the answer. */
  readonly note: (result: Accepted) => readonly Entry[];
  /** Puts earlier jobs away: once nothing of this one can be refused any more. */
  readonly clear: () => Promise<void>;
}

/** Makes a job of a score and begins to play it. */
export async function submit(parts: JobParts, asked: Submission, { note, clear }: Submitting): Promise<Accepted> {
  const { plan, problems } = planOf(asked, await parts.agents.names(asked.folder, asked.environment));
  await requireContainers(parts, plan, asked);
  if (plan.isolation.folder !== null) await requireOutsideHome(plan.isolation.folder, parts.places.home);
  // A folder without a repository gets a store here.
  const place = await writing("the store of this folder", () => openWorkFolder(parts.git, parts.places, asked.folder));
  await requireHomeOutside(parts.places.home, place.repository);
  const made = await makeJob(parts.git, parts.world, {
    plan: await settled(parts, plan, asked),
    place,
    folder: asked.folder,
    parallel: asked.parallel ?? plan.parallel,
    priority: asked.priority ?? 0,
    score: await realFile(asked.score.path),
    epoch: parts.store.epoch,
  });
  const job: Job = {
    ...made,
    ...(asked.chained === undefined ? {} : { chain: asked.chained.place }),
    ...(asked.isolation === undefined ? {} : { levelAsked: asked.isolation }),
    ...(asked.per === undefined ? {} : { perAsked: asked.per }),
    ...(asked.pullRequest === undefined ? {} : { pullsAsked: asked.pullRequest }),
    ...(asked.managed === undefined ? {} : { managed: asked.managed }),
    ...(asked.healing === undefined ? {} : { healingAsked: asked.healing }),
    ...(asked.interactive === undefined ? {} : { interactive: asked.interactive }),
    ...(asked.defaults === undefined ? {} : { defaults: asked.defaults }),
    ...(asked.validateBase === undefined || asked.validateBase === "auto" ? {} : { validateBase: asked.validateBase }),
  };
  const before = sheetsBefore(job, asked.startSheet);
  // Asked for and not possible: nothing is begun.
  await requireSandbox(parts, job);
  await clear();
  if (asked.fresh === true) await archiveLast(parts, job);
  await writeKeptJob(parts.places, job);
  const notices = [
    ...(await sandboxNotices(parts, plan, asked)),
    ...(await missingFallbacks(parts, job, asked)),
    ...(await uncountedAgents(parts, job, asked.environment)),
  ];
  const accepted = { job: job.id, position: await parts.store.position(), notes: notices, problems };
  await parts.agents.remember(job.id, asked.environment);
  const skipped = { kind: "skipped", why: `the job was begun at ${asked.startSheet ?? ""}`, context: null } as const;
  const entrance = {
    job,
    states: new Map(before.map((sheet) => [sheet, skipped])),
    first: { kind: "submitted", at: job.createdAt, job },
    // In one step with the submission: a crash in between would have them played.
    beside: [
      ...before.map((sheet) => skippedEntry(job, sheet, skipped)),
      ...noticesOf(parts, job, notices),
      ...(asked.fix === undefined ? [] : [saveFix(job.id, asked.fix)]),
      ...note(accepted),
    ],
  } as const;
  await parts.agents.ask(agentsOf(job.plan));
  await writing("the store of this repository", () => parts.stage.enter(entrance)).catch((error: unknown) =>
    forget(parts, job, error),
  );
  return accepted;
}

/** Before anything is made: what asks for a container never runs without one. */
async function requireContainers({ kit }: JobParts, { isolation }: Plan, asked: Submission): Promise<void> {
  if (!levels[isolation.level].hasContainer) return;
  await kit.requireContainers(asked.environment);
}

/** As the score says, and as the request changes it. */
function planOf(
  asked: Submission,
  options: ScoreOptions,
): { readonly plan: Plan; readonly problems: NonNullable<Accepted["problems"]> } {
  const { score, chained } = asked;
  const given = chained === undefined ? {} : { variables: chained.variables };
  const { plan, notes } = readScoreText(score, { ...options, ...given, defaults: readDefaults(asked.defaults) });
  const wishes = { level: asked.isolation, per: asked.per, pulls: asked.pullRequest, managed: asked.managed };
  return { plan: asAsked({ ...plan, workspace: chained?.workspace ?? plan.workspace }, wishes), problems: notes };
}

/** May be done twice: what was moved is not there any more. */
async function archiveLast({ world, process }: JobParts, { plan, repository }: Job): Promise<void> {
  const { workspace, lifecycle } = plan;
  if (workspace === null || lifecycle?.archiveOnFresh !== true) return;
  const folder = repository.top ?? repository.commonDir;
  const archived = await archiveRound({ workspace, repository: folder, lifecycle, now: world.now() });
  if (archived !== null) process.notice(`what the last round left in ${workspace} is in ${archived}`);
}

async function realFile(path: string | null): Promise<string | null> {
  return path === null ? null : realpath(path).catch(() => path);
}

/** One that was refused is not to be found later, as one that the database has lost. */
async function forget({ store, places }: JobParts, { id }: Job, error: unknown): Promise<never> {
  const isKnown = await store.job(id).then(
    (job) => job !== undefined,
    () => true,
  );
  if (!isKnown) await removeKeptJob(places, id);
  throw error;
}

function skippedEntry({ id, createdAt }: Job, sheet: SheetId, next: SheetState & { readonly kind: "skipped" }): Entry {
  return { about: "sheet", job: id, sheet, event: { kind: "skipped", at: createdAt, why: next.why }, next };
}

function sheetsBefore(job: Job, name: string | undefined): readonly SheetId[] {
  if (name === undefined) return [];
  const first = requireSheet(job, name);
  const ids = job.plan.sheets.map(({ id }) => id);
  return ids.slice(0, ids.indexOf(first));
}
