import { oneLine } from "../../base/text.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { endWords, type ProcessEnd } from "../../process/process.ts";
import { allPass, failedOf, failureText } from "../../sheet/verdict.ts";
import { makeExcerpt } from "../../process/output/excerpt.ts";
import type { SheetPromise } from "../promises/promise.ts";
import type { Gate } from "./gate.ts";
import type { GateHands, GateRunner } from "./hands.ts";
import { argvOf, commandText } from "../../score/plan/command.ts";
import { newRunLog, runLogCap } from "../../base/files/run-log.ts";

interface RunRequest {
  readonly gate: Gate;
  readonly commit: CommitSha;
  /** Full name of the target's ref. */
  readonly target: string;
  readonly changed: () => Promise<readonly string[]>;
  readonly cancel: AbortSignal;
}

/** One run of a gate, to its end. */
export interface GateRun {
  readonly passed: boolean;
  /** Why not, with an excerpt of what it printed. */
  readonly reason: string;
  readonly printed: string;
  readonly ms: number;
  /** A file; `null`: see the reason. */
  readonly log: string | null;
  readonly timedOut: boolean;
  /** Run again on the same tree, it may say something else. */
  readonly mayDiffer: boolean;
  /** Because of the machine: it says nothing about the tree. */
  readonly isMachines: boolean;
}

/**
 * Runs a gate on a commit in a fresh folder: leftovers of another gate are not part of the tree. `undefined`:
 * cancelled.
 */
export async function runOnce(hands: GateHands, request: RunRequest): Promise<GateRun | undefined> {
  const { gate, commit, cancel } = request;
  const { runner } = hands;
  const isOff = (): boolean => cancel.aborted;
  if (isOff()) return undefined;
  const log = await newRunLog(runner.logs, { name: gate.name, at: hands.world.now() });
  const printed = makeExcerpt();
  const end = await withVariables(runner, request, (env) =>
    runner.checkout({ ...gate, commit, cancel }, (cwd) =>
      runner.run({
        argv: argvOf(gate.command),
        cwd,
        env,
        output: {
          kind: "files",
          stdoutPath: log,
          capBytes: runLogCap,
          cleaner: runner.cleaner,
          onLine: (stream, line) => {
            printed.add(stream, line);
          },
        },
        limits: { timeoutMs: gate.timeoutMs, cancel },
        tree: "contained",
        role: "check",
      }),
    ),
  ).catch(unpreparedIn);
  if (typeof end === "string") return isOff() ? undefined : { ...notRun, reason: end, printed: end };
  if (end.how.kind === "cancelled") return undefined;
  if (end.how.kind === "not-started" && end.how.short === true) throw shortOf(gate, end.how.reason);
  if (end.outlived === true)
    hands.notice(`something that the gate ${JSON.stringify(gate.name)} started could not be stopped and may still run`);
  return runFrom(gate, end, { printed: printed.text(), log });
}

/** A tree that can't be prepared passes no gate. */
const notRun = { passed: false, ms: 0, log: null, timedOut: false, mayDiffer: true, isMachines: false };

/** Why the folder could not be prepared. */
function unpreparedIn(error: unknown): string {
  if (error instanceof TuttiError && error.code === "context.not_prepared") return error.message;
  throw error;
}

interface PromiseRequest {
  readonly ask: SheetPromise;
  readonly commit: CommitSha;
  readonly cancel: AbortSignal;
}

/** `undefined`: cancelled. */
export async function runPromise(
  hands: GateHands,
  { ask, commit, cancel }: PromiseRequest,
): Promise<GateRun | undefined> {
  if (hands.promise === undefined)
    throw new TuttiError("bug.unexpected", `this process can't check the ${ask.name}`, { audience: "bug" });
  const isOff = (): boolean => cancel.aborted;
  if (isOff()) return undefined;
  const startedAt = hands.world.now();
  const verdict = await hands.promise(ask, { commit, cancel });
  if (isOff()) return undefined;
  const passed = allPass(verdict);
  const failed = passed ? [] : failedOf(verdict);
  const reason = failed.map(failureText).join("\n");
  const ms = hands.world.now() - startedAt;
  const log = failed.find((result) => result.log !== undefined)?.log ?? null;
  return { passed, reason, printed: reason, ms, log, timedOut: false, mayDiffer: true, isMachines: false };
}

/** Only quick forms get the changed paths: other verdicts must depend on the tree alone. */
async function withVariables<T>(
  { environment, scratch }: GateRunner,
  request: RunRequest,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { gate, target, changed } = request;
  const env = { ...environment, TUTTI_GATE: gate.name, TUTTI_TARGET: target };
  if (!gate.isQuick) return work(env);
  return withFlatFolder(scratch, async (folder) => {
    const { lines, nul } = await writeChanged(folder, await changed());
    return work({ ...env, TUTTI_CHANGED: lines, TUTTI_CHANGED_NUL: nul });
  });
}

function runFrom(gate: Gate, end: ProcessEnd, { printed, log }: Pick<GateRun, "printed" | "log">): GateRun {
  const { how } = end;
  const passed = how.kind === "exited" && how.code === 0;
  const ended = `${oneLine(commandText(gate.command))} ${end.oom === true ? "was killed by the system because memory ran out" : endWords(end, gate.timeoutMs)}`;
  return {
    passed,
    reason: passed ? "" : `${ended}${printed === "" ? "" : `: ${printed}`}`,
    printed,
    log,
    ms: Math.round(end.durationMs),
    timedOut: how.kind === "timed-out",
    mayDiffer: how.kind !== "timed-out" && how.kind !== "not-started",
    isMachines: !passed && end.oom === true,
  };
}

function shortOf(gate: Gate, reason: string): TuttiError {
  return new TuttiError("resources.short", `the gate ${JSON.stringify(gate.name)} could not be run: ${reason}`, {
    audience: "environment",
    hint: "The results it had to judge did not land. Try again when the machine has free files and processes.",
  });
}

interface ChangedFiles {
  /** A path with a line break is quoted as git does. */
  readonly lines: string;
  /** A NUL after each, for any name. */
  readonly nul: string;
}

/** `paths`: raw bytes (latin1). */
async function writeChanged(folder: string, paths: readonly string[]): Promise<ChangedFiles> {
  const files = { lines: join(folder, "changed"), nul: join(folder, "changed-nul") };
  await writeFile(
    files.lines,
    paths.map((path) => `${path.includes("\n") ? quoted(path) : path}\n`).join(""),
    "latin1",
  );
  await writeFile(files.nul, paths.map((path) => `${path}\0`).join(""), "latin1");
  return files;
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\\u0000-\u001f\u007f-\u00ff]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}
