import { statSync } from "node:fs";
import type { ProcessClock } from "../machine/awake.ts";
import { currentLauncher } from "../launcher/current.ts";
import { launchChild } from "../launcher/child.ts";
import { type ChildOrder, type RunningChild, spawnChild } from "./child.ts";
import { isShortage, systemCode, withPatience } from "./patience.ts";
import type { HowEnded } from "../process.ts";
import { refusal } from "../program.ts";

export type Started =
  | { readonly kind: "started"; readonly child: RunningChild }
  | Extract<HowEnded, { kind: "not-started" | "cancelled" }>;

interface Launch extends ChildOrder {
  readonly clock: ProcessClock;
  readonly onAwaits: (isAwaited: boolean) => void;
}

/** On the main thread: a wrapper dies with the thread that started it. */
export async function startProcess(launch: Launch): Promise<Started> {
  const { request, clock } = launch;
  // The system reports a missing folder as a missing program.
  if (!isFolder(request.cwd))
    return notStarted(`${JSON.stringify(request.argv[0])} could not be started: there is no folder ${request.cwd}`);
  try {
    return await withPatience(clock, () => startOnce(launch), request.limits?.cancel);
  } catch (error) {
    const code = systemCode(error);
    const name = request.argv[0];
    return (error as NodeJS.ErrnoException).syscall === "open"
      ? notStarted(`the input of ${JSON.stringify(name)} could not be opened (${code})`, error)
      : notStarted(refusal(name, code), error);
  }
}

export function notStarted(reason: string, error?: unknown): Extract<HowEnded, { kind: "not-started" }> {
  return { kind: "not-started", reason, ...(isShortage(error) ? { short: true } : {}) };
}

async function startOnce(launch: Launch): Promise<Started> {
  const { stdin, limits } = launch.request;
  const launcher = await currentLauncher();
  if (limits?.cancel?.aborted === true) return { kind: "cancelled" };
  const child = await (launcher === null
    ? spawnChild(launch)
    : launchChild(launcher, launch).catch(orDirectly(launch)));
  if (typeof stdin === "object" && "onOpen" in stdin && child.input !== null) {
    const awaits = (isAwaited: boolean): void => {
      launch.onAwaits(isAwaited);
      child.awaits(isAwaited);
    };
    stdin.onOpen({ input: child.input, awaits });
  }
  return { kind: "started", child };
}

/** The launcher does not reach this process, whose socket in the folder for temporary files may have been removed. */
function orDirectly(launch: Launch): (error: unknown) => Promise<RunningChild> {
  return (error) => {
    if ((error as NodeJS.ErrnoException).syscall !== "connect" || isShortage(error)) throw error;
    return spawnChild(launch);
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
