import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { type OsLock, tryOsLock } from "../../lock/os-lock.ts";
import { detachTutti } from "../../process/run/detach.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { type Answer, type Caller, askConductor } from "./answer.ts";
import { busy, notStarted } from "./problems.ts";

export interface Start extends Caller {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly by: "client" | "hand";
  readonly signal?: AbortSignal;
}

export type Found = Extract<Answer, { kind: "answers" | "refused" }>;

/** Starts a conductor, unless another client is at it, and waits until it answers. */
export async function startConductor(places: ConductorPlaces, start: Start): Promise<Found> {
  const begun = performance.now();
  let turn: OsLock | undefined;
  let child: Child | undefined;
  let killed = 0;
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await askConductor(places, start);
      if (answer.kind === "answers" || answer.kind === "refused") return answer;
      const isUnderWay = turn === undefined || child?.code === "none yet";
      if (child?.code === null) killed += 1;
      if (
        hasFailed(child) ||
        killed > mostKilled ||
        isOver({ waitedMs: performance.now() - begun, isUnderWay, signal: start.signal })
      )
        throw await problem(places, answer);
      if (turn === undefined) turn = tryOsLock(places.startLock);
      // Only after one more look: the process that had its turn before may have started one.
      else if (child === undefined || child.code === 0 || child.code === null) child = await startChild(places, start);
      await pause(Math.min(10 * 2 ** Math.min(tries, 10), longestPauseMs));
    }
  } finally {
    turn?.release();
  }
}

interface Child {
  code: number | null | "none yet";
}

async function startChild(places: ConductorPlaces, { env, by }: Start): Promise<Child> {
  const detached = await detachTutti({
    args: ["start", "--foreground", "--started-by", by],
    env: conductorEnvironment(env, places.home),
    output: places.printed,
  });
  if (detached.kind === "not-started") throw notStarted(places, detached.reason);
  const child: Child = { code: "none yet" };
  void detached.ended.then((code) => {
    child.code = code;
  });
  return child;
}

/** One that found another conductor in its place ends well; one that was killed says nothing about the next. */
function hasFailed(child: Child | undefined): boolean {
  return child !== undefined && child.code !== "none yet" && child.code !== 0 && child.code !== null;
}

/** More in a row are no accident: it is what kills it that has to be told. */
const mostKilled = 5;

const limitMs = 20_000;
/** For one that is seen to be on its way, on a machine that has much to do. */
const patientLimitMs = 60_000;
const longestPauseMs = 200;

function isOver({
  waitedMs,
  isUnderWay,
  signal,
}: {
  waitedMs: number;
  isUnderWay: boolean;
  signal: AbortSignal | undefined;
}): boolean {
  return signal?.aborted === true || waitedMs > (isUnderWay ? patientLimitMs : limitMs);
}

async function problem(places: ConductorPlaces, answer: Answer): Promise<Error> {
  return answer.kind === "silent" ? busy(places, answer.living) : notStarted(places, await readPrinted(places));
}

/** Variables that describe an attempt to itself, and one that asks for no conductor at all. */
const ofAttempts = /^TUTTI_(OWNER|ROLE|RUN|JOB|SHEET|ATTEMPT|PROMPT_FILE|WORKSPACE|STATE|EVENTS|VALUE_.*|LOCAL)$/;

/** Settings, and how a store in PostgreSQL is logged in to. */
const ofConductor = /^(?:TUTTI_\w+|PGPASSWORD|PGPASSFILE|PGSSL\w+)$/;

/**
 * The environment of a conductor that a client starts. It outlives the client and plays for others too, so it gets what
 * the settings are made of and no more. An agent may be that client: with its marks, the conductor would be taken for a
 * left-over.
 */
export function conductorEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Readonly<Record<string, string>> {
  const settings = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && ofConductor.test(entry[0]) && !ofAttempts.test(entry[0]),
  );
  return allowedEnvironment(env, { ...Object.fromEntries(settings), TUTTI_HOME: home });
}

const tailBytes = 4000;
const tailLines = 10;

/** The last of what a conductor printed that did not come up; without any, the last of its log. */
async function readPrinted(places: ConductorPlaces): Promise<string> {
  const printed = await readTail(places.printed);
  return printed === "" ? readTail(places.log) : printed;
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, tailBytes)),
      position: Math.max(0, size - tailBytes),
    });
    return buffer.toString("utf8", 0, bytesRead).trim().split("\n").slice(-tailLines).join("\n");
  } finally {
    await file.close();
  }
}
