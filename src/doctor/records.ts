import { firstFew, plural } from "../base/text.ts";
import { stat } from "node:fs/promises";
import type { Tutti } from "../api/tutti.ts";
import { undeliveredWords } from "../api/contract/notify/view.ts";
import { messageOf } from "../base/error.ts";
import { exists } from "../base/files/exists.ts";
import { realWorld } from "../base/world/real-world.ts";
import { isPostgres, shownAddress } from "../base/store-address.ts";
import { openReader, storePath } from "../store/sqlite/open.ts";
import { emptied, isDamage, isFoundEmptied, unreadable } from "../store/sqlite/open/damage.ts";
import { databaseFaults } from "../store/sqlite/open/soundness.ts";
import { type Finding, bad, ok, warn } from "./check.ts";

/**
 * Larger ones take longer to read than anybody waits; SQLite reads them in one go, and nothing else happens meanwhile.
 */
const largestBytes = 1e9;

export async function storeFinding({ home, env, address }: StoreLook): Promise<Finding> {
  if (isPostgres(address)) return postgresFinding({ env, address });
  const path = storePath(home);
  if (!(await exists(path))) return ok("nothing is recorded yet");
  const { size } = await stat(path);
  const fault = (await isFoundEmptied(home, path)) ? emptied : size > largestBytes ? undefined : faultOf(path);
  if (fault !== undefined)
    return bad(
      `${path} is damaged: ${fault}`,
      "tutti resume --infer puts it aside and rebuilds a job from what git has.",
    );
  const reader = await openReader(home);
  if (reader === undefined) return ok("nothing is recorded yet");
  try {
    const [epoch, jobs] = [await reader.epoch(), await reader.jobs()];
    const looked = size > largestBytes ? "too large to be checked whole" : "sound";
    return ok(`${looked}, ${(size / 1e6).toFixed(1)} MB, ${jobs.length} jobs, writer ${epoch}`);
  } finally {
    await reader.close();
  }
}

interface StoreLook {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting. */
  readonly address: string;
}

async function postgresFinding({ env, address }: Omit<StoreLook, "home">): Promise<Finding> {
  const { openPostgresReader } = await import("../store/postgres/open.ts");
  const begun = performance.now();
  try {
    const reader = await openPostgresReader({ url: address, env });
    const answered = `${shownAddress(address)} answers in ${(performance.now() - begun).toFixed(0)} ms`;
    if (reader === undefined) return ok(`${answered}, nothing is recorded yet`);
    const [{ all }, lease] = [await reader.countJobs(), await reader.lease()];
    await reader.close();
    const leader = lease?.isFresh === true ? `led by ${lease.holder}` : "no conductor leads it";
    return ok(`${answered}, ${plural(all, "job")}, ${leader}, writer ${String(lease?.epoch ?? 0)}`);
  } catch (error) {
    return bad(messageOf(error), "Start PostgreSQL, or correct the setting store: tutti config show has it");
  }
}

function faultOf(path: string): string | undefined {
  try {
    return databaseFaults(path, 1)[0];
  } catch (error) {
    if (isDamage(error)) return messageOf(error);
    throw unreadable(path, error);
  }
}

/** What is left of contexts whose folder is gone, and locks whose owner is dead. */
export async function contextsFinding(tutti: Pick<Tutti, "call">): Promise<Finding> {
  const { contexts } = await tutti.call("context.list", { folder: null });
  const locked = contexts.filter(({ lock }) => lock?.owner === "dead");
  if (locked.length > 0)
    return warn(
      `${named(
        "context",
        locked.map(({ id }) => id),
      )} locked by an owner that is dead`,
      `tutti worktree unlock ${locked[0]?.id ?? ""}`,
    );
  const gone = await tutti.call("context.prunable", { folder: null });
  const prunable = gone.filter(({ stays }) => stays === null);
  if (prunable.length > 0)
    return warn(
      `${named(
        "context",
        prunable.map(({ id }) => id),
      )} whose folder is gone`,
      "tutti worktree prune",
    );
  return ok(`${contexts.length} known`);
}

/** Whether people are told what they want to be told. */
export async function notificationsFinding(tutti: Pick<Tutti, "call">): Promise<Finding> {
  const view = await tutti.call("notify.list", {});
  const words = undeliveredWords(view, realWorld.now());
  if (words !== null) return warn(words, "tutti notify test shows whether a channel works now.");
  return ok(view.channels.length === 0 ? "no channel is defined" : plural(view.channels.length, "channel"));
}

/** Whether schedules have a conductor that starts their runs. */
export async function schedulesFinding(tutti: Pick<Tutti, "call">, isConducted: boolean): Promise<Finding> {
  const active = (await tutti.call("schedule.list", {})).filter(({ isPaused }) => !isPaused);
  if (active.length === 0) return ok("none");
  if (isConducted) return ok(`${String(active.length)} active`);
  return warn(
    `no conductor runs for ${named(
      "schedule",
      active.map(({ id }) => id),
    )}`,
    "tutti start starts one, tutti service install has it started after every login.",
  );
}

/** What other tools left around a repository. */
export async function straysFinding(tutti: Pick<Tutti, "call">, folder: string): Promise<Finding> {
  const { strays } = await tutti.call("context.strays", { folder, search: null, paths: null, isForced: false });
  if (strays.length === 0) return ok("none");
  return warn(
    `${named(
      "worktree or clone",
      strays.map(({ name, path }) => path ?? name),
    )} of other tools`,
    `tutti worktree adopt --dry-run shows what they hold`,
  );
}

function named(noun: string, names: readonly string[]): string {
  return `${plural(names.length, noun)} (${firstFew(names, 3)})`;
}
