import { accessSync, constants, readFileSync } from "node:fs";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { TuttiError, codeOf } from "../../base/error.ts";
import { homeProblem } from "../../base/home/home-problem.ts";
import { isOsLockHeld } from "../../lock/os-lock.ts";
import type { Connected } from "../client/connect.ts";
import { dial } from "./dial.ts";
import { type Running, readLiving, readRunning } from "./running.ts";

/** The result of the search for the conductor of a home. */
export type Answer =
  | { readonly kind: "answers"; readonly tutti: Connected; readonly running: Running }
  /** No process writes in this home. */
  | { readonly kind: "absent" }
  /**
   * A process does, but does not answer: a conductor that is just starting, ending or stuck (`living`), or no conductor
   * at all.
   */
  | { readonly kind: "silent"; readonly living: Running | undefined }
  /** It answered, and will not have us. */
  | { readonly kind: "refused"; readonly error: TuttiError; readonly running: Running };

export interface Caller {
  readonly version: string;
  /** For its log. */
  readonly client?: string;
}

/** A conductor that does not answer for so long is stuck. */
const patienceMs = 10_000;

export async function askConductor(places: ConductorPlaces, caller: Caller): Promise<Answer> {
  const running = readRunning(places);
  const token = readToken(places);
  if (running === undefined || token === undefined) return noAnswer(places);
  try {
    return { kind: "answers", tutti: await dialInTime({ ...caller, socket: running.socket, token }), running };
  } catch (error) {
    const isRefusal = codeOf(error) === "conductor.refused" || codeOf(error) === "conductor.other_version";
    // A conductor that started in between has another token.
    if (isRefusal && token === readToken(places)) return { kind: "refused", error: error as TuttiError, running };
    return noAnswer(places);
  }
}

async function noAnswer(places: ConductorPlaces): Promise<Answer> {
  await requireAccess(places.home);
  return isOsLockHeld(places.writerLock) ? { kind: "silent", living: readLiving(places) } : { kind: "absent" };
}

/** In a home that may not be looked into, a conductor may well run: "there is none" would be a guess. */
async function requireAccess(home: string): Promise<void> {
  try {
    accessSync(home, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw await homeProblem(home, error);
  }
}

function readToken(places: ConductorPlaces): string | undefined {
  try {
    return readFileSync(places.token, "utf8").trim();
  } catch {
    return undefined;
  }
}

async function dialInTime(how: Parameters<typeof dial>[0]): Promise<Connected> {
  const dialling = dial(how);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined);
  });
  const reached = await Promise.race([dialling, tooLate]).finally(() => {
    clearTimeout(timer);
  });
  if (reached !== undefined) return reached;
  void dialling.then((late) => late.close()).catch(() => undefined);
  throw new TuttiError("conductor.lost", "the conductor does not answer", { audience: "environment" });
}
