import { statfs } from "node:fs/promises";
import { TuttiError, codeOf, messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import type { Log } from "../../log/rotating.ts";
import type { Conductor, Front } from "./front.ts";
import type { StopRequest } from "./stop.ts";

export interface PlayParts {
  readonly home: string;
  /** Opens the engine: the first time, and again after the store could not be written. */
  readonly open: () => Promise<Conductor>;
  readonly front: Front;
  readonly stop: StopRequest;
  readonly log: Pick<Log, "write">;
  readonly world: Pick<World, "after">;
}

/** The pause before the store is tried again. */
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/**
 * Plays until a stop is requested. A store that cannot be written (a full disk) ends the engine, not the conductor:
 * the next engine continues by itself once there is room, as after a start.
 */
export async function keepPlaying(parts: PlayParts): Promise<void> {
  const { stop, log } = parts;
  for (let failures = 0; ; failures += 1) {
    const turn = await playOnce(parts);
    if (turn.kind === "stopped") return;
    if (turn.hadPlayed) failures = 0;
    if (failures === 0) log.write("error", turn.problem.message);
    await waitOrStop(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), parts);
    if (stop.isRequested()) return;
  }
}

type Turn =
  | { readonly kind: "stopped" }
  | { readonly kind: "broken"; readonly problem: TuttiError; readonly hadPlayed: boolean };

async function playOnce(parts: PlayParts): Promise<Turn> {
  const { front, stop, log } = parts;
  const engine = await openEngine(parts);
  if (engine instanceof TuttiError) return { kind: "broken", problem: engine, hadPlayed: false };
  front.open(engine);
  log.write("info", "ready");
  const end = await Promise.race([engine.broken, stop.requested]);
  if (typeof end === "string") {
    log.write("info", "stopping", { why: end });
    await engine.stop(end);
    await engine.close();
    return { kind: "stopped" };
  }
  const problem = await describe(parts, end);
  front.shut(problem);
  // The old engine must be at rest before the next one reads the home.
  const closing = engine.stop(problem.message).then(() => engine.close());
  await closing.catch((error: unknown) => {
    log.write("warn", "the engine could not be closed in order", { error: messageOf(error) });
  });
  return { kind: "broken", problem, hadPlayed: true };
}

/** The disk has room again, or the database answers again. */
const passing: ReadonlySet<string> = new Set(["store.write_failed", "store.unreachable"]);

/** Waits for the store to recover; any other error ends the conductor. */
async function openEngine(parts: PlayParts): Promise<Conductor | TuttiError> {
  try {
    return await parts.open();
  } catch (error) {
    if (parts.stop.isRequested()) return asTuttiError(error);
    const problem = passing.has(codeOf(error) ?? "") ? await describe(parts, error) : undefined;
    parts.front.shut(problem ?? asTuttiError(error));
    if (problem === undefined) throw error;
    return problem;
  }
}

async function describe({ home }: PlayParts, error: unknown): Promise<TuttiError> {
  if (error instanceof TuttiError && error.code === "store.unreachable") return error;
  const free = await statfs(home).then(
    ({ bavail, bsize }) => ` (${((bavail * bsize) / 1e6).toFixed(1)} MB are free)`,
    () => "",
  );
  return new TuttiError(
    "store.write_failed",
    `${messageOf(error)}${free}; no job is played until it can be written again`,
    {
      audience: "environment",
      hint: "Everything recorded so far is safe. Make room on the disk (or fix it): the conductor then goes on by itself.",
      cause: error,
    },
  );
}

function asTuttiError(error: unknown): TuttiError {
  return error instanceof TuttiError
    ? error
    : new TuttiError("bug.unexpected", messageOf(error), { audience: "bug", cause: error });
}

/** Resolves after the delay, or when a stop is requested. */
async function waitOrStop(delayMs: number, { world, stop }: PlayParts): Promise<void> {
  let cancel: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = world.after(delayMs, resolve);
  });
  await Promise.race([over, stop.requested]).finally(() => {
    cancel();
  });
}
