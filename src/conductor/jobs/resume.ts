import type { JobId, SheetId } from "../../base/ids.ts";
import { messageOf, TuttiError } from "../../base/error.ts";
import type { Book } from "../book.ts";
import type { HealingMode } from "../../score/healing/codes.ts";
import type { Restored } from "../../sheet/events/event.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import type { Accepted } from "../../api/contract/job.ts";
import { jobsNearest } from "../find/nearest.ts";
import { type SheetNews, lookAtPulls, newsIn, saying } from "./hear-pulls.ts";
import { requireUnvisited } from "./sheets/visited.ts";
import { heldUp, letGoOn } from "./chain/let-go-on.ts";
import { goOn } from "./go-on.ts";
import { modify } from "./modify.ts";
import type { JobParts } from "./parts.ts";
import { requireJob, requireSheet } from "../find/require.ts";

interface Going {
  readonly job: JobId;
  readonly parallel?: number | undefined;
  readonly retryFailed: boolean;
  /** The score as it is now. */
  readonly reload?: Parameters<typeof modify>[1]["score"];
  readonly maxCost?: number | undefined;
  readonly force?: boolean;
  readonly healing?: HealingMode | undefined;
  readonly environment?: Environment;
}

type Environment = Readonly<Record<string, string>> | undefined;

/** Goes on with a job. One that is being played goes on as it does; one on its way to a pause turns back. */
export async function resume(parts: JobParts, asked: Going): Promise<Accepted> {
  await parts.agents.remember(asked.job, asked.environment);
  const { reload, maxCost } = asked;
  const hasGoneOn = await letGoOn(parts, asked.job);
  // Played again, it would finish in the same way and be reported twice.
  if (hasGoneOn && !asked.retryFailed && reload === undefined && (await isFinished(parts, asked.job)))
    return { job: asked.job, position: await parts.store.position(), notes: [] };
  const modified =
    reload !== undefined || maxCost !== undefined
      ? await modify(parts, { job: asked.job, dryRun: false, score: reload, maxCost })
      : undefined;
  if (asked.retryFailed) await requireUnvisited(parts, asked.job);
  const failed = asked.retryFailed ? failedSheets : (): readonly SheetId[] => [];
  const { news, notes } = await newsOfPulls(parts, asked.job);
  const going = await goOn(parts, asked.job, {
    parallel: asked.parallel ?? null,
    ...(asked.force === true ? { force: true } : {}),
    ...(asked.healing === undefined ? {} : { healing: asked.healing }),
    say: async (book, playing) => {
      await saying(news)(book, playing);
      await retryAll(parts, book, failed(book));
    },
    ...(asked.retryFailed || asked.reload !== undefined ? {} : { isAsItStands: true }),
  });
  const problems = modified === undefined ? {} : { problems: modified.problems };
  return { ...going, notes: [...going.notes, ...notes], ...problems };
}

/**
 * A person who goes on wants to know what became of pull requests; a failed look does not stop the job.
 */
async function newsOfPulls(
  parts: JobParts,
  job: JobId,
): Promise<{ readonly news: readonly SheetNews[]; readonly notes: readonly string[] }> {
  try {
    const { seen } = await lookAtPulls(parts, job);
    return {
      news: newsIn(seen),
      notes: seen.flatMap(({ sheet, trouble }) =>
        trouble === null ? [] : [`the pull request of ${sheet} could not be looked at: ${trouble}`],
      ),
    };
  } catch (error) {
    return { news: [], notes: [`its pull requests could not be looked at: ${messageOf(error)}`] };
  }
}

/**
 * Goes on with what a process that is gone was playing: a person's word that it had not carried out yet still holds.
 */
export async function takeUp(parts: JobParts, job: JobId): Promise<void> {
  await goOn(parts, job, { parallel: null, say: () => Promise.resolve(), isTakenUp: true });
}

/** Tries sheets again that failed or were cancelled. */
export async function retry(
  parts: JobParts,
  asked: { readonly job: JobId; readonly sheets?: readonly string[] | undefined; readonly environment?: Environment },
): Promise<Accepted> {
  const job = await requireJob(parts, asked.job);
  await parts.agents.remember(job.id, asked.environment);
  const named = asked.sheets?.map((name) => requireSheet(job, name));
  const states = parts.stage.playing(job.id)?.book.states() ?? (await parts.store.sheets(job.id));
  for (const sheet of named ?? []) requireRetriable(sheet, states.get(sheet) ?? fresh, ["failed", "cancelled"]);
  if (named === undefined && !job.plan.sheets.some(({ id }) => isRetriable(states.get(id) ?? fresh)))
    throw notRetriable(
      `nothing of ${job.id} failed or was cancelled`,
      `Go on with it as it is: tutti resume ${job.id}`,
    );
  await requireUnvisited(parts, job.id, named);
  return goOn(parts, job.id, { parallel: null, say: (book) => retryAll(parts, book, named ?? failedSheets(book)) });
}

/** Tries one sheet again, from the target or from one of its snapshots. */
export async function retrySheet(
  parts: JobParts,
  asked: {
    readonly job: JobId;
    readonly sheet: string;
    readonly from?: string | undefined;
    readonly environment?: Environment;
  },
): Promise<Accepted> {
  await parts.agents.remember(asked.job, asked.environment);
  if (asked.from === undefined) return retry(parts, { job: asked.job, sheets: [asked.sheet] });
  const { sheet, commit, base } = await parts.kit.attemptFrom({
    job: asked.job,
    folder: "/",
    what: asked.from,
    isWorkspace: false,
  });
  const states = parts.stage.playing(asked.job)?.book.states() ?? (await parts.store.sheets(asked.job));
  const possible =
    parts.stage.playing(asked.job) === undefined
      ? ["failed", "cancelled", "waiting", "running"]
      : ["failed", "cancelled", "waiting"];
  requireRetriable(sheet, states.get(sheet) ?? fresh, possible);
  await requireUnvisited(parts, asked.job, [sheet]);
  const from: Restored = { commit, base };
  const again = async (book: Book): Promise<void> => {
    await book.recordSheets([{ sheet, event: { kind: "retried", at: parts.world.now(), from } }]);
  };
  // Sheets that were running when their Tutti died go back to waiting before anything else happens.
  return goOn(parts, asked.job, { parallel: null, say: again, isAfterRecovery: true });
}

function failedSheets(book: Book): readonly SheetId[] {
  return [...book.states()].flatMap(([sheet, state]) =>
    book.title(sheet) !== null && isRetriable(state) ? [sheet] : [],
  );
}

function isRetriable({ kind }: SheetState): boolean {
  return kind === "failed" || kind === "cancelled";
}

async function retryAll(parts: JobParts, book: Book, sheets: readonly SheetId[]): Promise<void> {
  await book.recordSheets(sheets.map((sheet) => ({ sheet, event: { kind: "retried", at: parts.world.now() } })));
}

function requireRetriable(sheet: SheetId, { kind }: SheetState, possible: readonly string[]): void {
  if (possible.includes(kind)) return;
  throw notRetriable(
    `${sheet} is ${kind}: there is nothing to try again`,
    "Bring a snapshot back to a folder or a branch instead: tutti restore --to, --branch.",
  );
}

function notRetriable(what: string, hint: string): TuttiError {
  return new TuttiError("job.not_retriable", what, { audience: "user", hint });
}

/** The job that is named, or the newest of the folder's repository that has something left to do. */
export async function jobToResume(
  parts: JobParts,
  {
    job,
    folder,
    retryFailed,
  }: { readonly job?: JobId | undefined; readonly folder: string; readonly retryFailed: boolean },
): Promise<JobId | undefined> {
  if (job !== undefined) return (await requireJob(parts, job)).id;
  const jobs = await jobsNearest(parts.git, (repository) => parts.store.jobs({ repository }), folder);
  const held = await heldUp(parts);
  return jobs.find(({ id, status }) =>
    status.kind === "finished"
      ? held.has(id) || (retryFailed && status.failed > 0)
      : status.kind !== "cancelled" || retryFailed,
  )?.id;
}

async function isFinished(parts: JobParts, id: JobId): Promise<boolean> {
  return (await requireJob(parts, id)).status.kind === "finished";
}
