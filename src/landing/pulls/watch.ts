import { messageOf } from "../../base/error.ts";
import { oneLine } from "../../base/text.ts";
import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { PullLook, PullsSync } from "../../api/contract/landing.ts";
import type { WhichJob } from "../../conductor/find/nearest.ts";
import type { OpenPull, PullSeen } from "../../conductor/hands.ts";
import { lookAtPulls, newsIn, tellNews } from "../../conductor/jobs/hear-pulls.ts";
import type { InTurn } from "../../conductor/jobs/once.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { isOngoing } from "../../sheet/job.ts";
import { makesPulls, pullJobs } from "./list.ts";

interface PullWatching {
  readonly world: World;
  /** `null` or 0: never. */
  readonly pollMs: () => number | null;
  /** The jobs whose pull requests are looked at. */
  readonly jobs: () => Promise<readonly JobId[]>;
  readonly sync: (job: JobId) => Promise<unknown>;
  readonly notice: (text: string) => void;
}

/** The setting may change meanwhile. */
const restMs = 60_000;

/** Looks at pull requests again and again. An obstacle is reported once. */
export function watchPulls({ world, pollMs, jobs, sync, notice }: PullWatching): { stop(): void } {
  const said = new Map<JobId, string>();
  let isOver = false;
  let forget = (): void => undefined;
  const look = async (): Promise<void> => {
    for (const job of await jobs()) {
      if (isOver) return;
      await sync(job).then(
        () => said.delete(job),
        (error: unknown) => {
          const text = `the pull requests of ${job} could not be looked at: ${messageOf(error)}`;
          if (said.get(job) !== text) notice(text);
          said.set(job, text);
        },
      );
    }
  };
  const next = (): void => {
    if (isOver) return;
    const delay = pollMs() ?? 0;
    forget = world.after(delay > 0 ? delay : restMs, () => {
      const work = delay > 0 ? look() : Promise.resolve();
      void work.catch(() => undefined).finally(next);
    });
  };
  next();
  return {
    stop: () => {
      isOver = true;
      forget();
    },
  };
}

/** Running jobs with open pull requests, and, where this process serves all jobs, those that rest because of them. */
export async function watchedJobs(
  { store, stage }: Pick<JobParts, "store" | "stage">,
  isForAll: boolean,
): Promise<readonly JobId[]> {
  const played = stage.all().filter(({ book }) => book.agenda().count("proposed") > 0);
  const resting = isForAll
    ? (await store.unfinished()).filter(
        (job) => makesPulls(job) && !isOngoing(job) && stage.playing(job.id) === undefined,
      )
    : [];
  const open = resting.filter(({ status }) => status.kind === "paused" && status.cause.kind !== "user");
  return [...played.map(({ book }) => book.job().id), ...open.map(({ id }) => id)];
}

/** Looks at pull requests now, and continues with what was decided or sent back. */
export async function syncPulls(
  parts: JobParts,
  inTurn: InTurn,
  asked: WhichJob & { readonly environment?: Readonly<Record<string, string>> | undefined },
): Promise<PullsSync> {
  const jobs = await pullJobs(parts, asked);
  const pulls: PullLook[] = [];
  const resumed: PullsSync["resumed"][number][] = [];
  for (const { id } of jobs) {
    await parts.agents.remember(id, asked.environment);
    const { open, seen } = await lookAtPulls(parts, id).catch((error: unknown) => {
      // A server that fails does not stop the others.
      if (asked.job !== undefined) throw error;
      parts.process.notice(`the pull requests of ${id} could not be looked at: ${messageOf(error)}`);
      return { open: [], seen: [] };
    });
    for (const one of open) {
      const found = seen.find(({ sheet }) => sheet === one.sheet.id);
      if (found !== undefined) pulls.push(lookOf(id, one, found));
    }
    const position = await parts.store.position();
    if (await inTurn(id, () => tellNews(parts, id, newsIn(seen)))) resumed.push({ job: id, position });
  }
  return { pulls, resumed };
}

const outcomes = ["merged", "closed", "returned", "heard"] as const;

function lookOf(job: JobId, { sheet, state }: OpenPull, { event, now, trouble }: PullSeen): PullLook {
  const { number, url, branch } = state.pull;
  const about = { job, sheet: sheet.id, title: sheet.title, number, url, branch, state: "open" as const };
  const outcome = outcomes.find((kind) => kind === event?.kind) ?? null;
  const why = trouble ?? (event?.kind === "returned" ? returnedWords(event) : null);
  return { ...about, returns: state.counts.returns, now, outcome, why };
}

function returnedWords({ why, text }: SheetEvent & { readonly kind: "returned" }): string {
  return `${returns[why]}: ${oneLine(text, longestWords)}`;
}

const longestWords = 300;
const returns = {
  checks: "its checks failed",
  review: "changes are asked for",
  conflict: "it can't be merged any more",
};
