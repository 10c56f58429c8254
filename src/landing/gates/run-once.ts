import { mkdir, readdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { endWords, type ProcessEnd } from "../../process/process.ts";
import { oneLine } from "../../score/one-line.ts";
import type { Gate } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { argvOf, commandText } from "./command.ts";
import { slugOf } from "../../base/names.ts";

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
  /** Why not, with the end of what it printed. */
  readonly reason: string;
  readonly tail: string;
  readonly ms: number;
  /** `null`: what it printed is all in the reason. */
  readonly log: GateLog | null;
  readonly timedOut: boolean;
  /** Run again on the same tree, it may say something else. */
  readonly mayDiffer: boolean;
  /** The machine was the reason, so it says nothing about the tree. */
  readonly isMachines: boolean;
}

/**
 * Runs a gate on a commit, in a folder that nobody used before: what an earlier gate left or changed there would be
 * part of what this one says, and not of the tree. `undefined`: it was called off, which says nothing.
 */
export async function runOnce(hands: GateHands, request: RunRequest): Promise<GateRun | undefined> {
  const { gate, commit, cancel } = request;
  if (cancel.aborted) return undefined;
  const log = await newGateLog(hands.logs, { name: gate.name, at: hands.world.now() });
  const tail = makeTail();
  const end = await withVariables(hands, request, (env) =>
    hands.checkout({ commit, borrow: gate.borrow }, (cwd) =>
      hands.run({
        argv: argvOf(gate.command),
        cwd,
        env,
        output: {
          kind: "files",
          stdoutPath: log.stdout,
          stderrPath: log.stderr,
          capBytes: logCap / 2,
          cleaner: hands.cleaner,
          onLine: (_, line) => {
            tail.add(line);
          },
        },
        timeoutMs: gate.timeoutMs,
        tree: "contained",
        cancel,
      }),
    ),
  );
  if (end.how.kind === "cancelled") return undefined;
  if (end.how.kind === "not-started" && end.how.short === true) throw shortOf(gate, end.how.reason);
  if (end.outlived === true)
    hands.notice(`something that the gate ${JSON.stringify(gate.name)} started could not be stopped and may still run`);
  return runFrom(gate, end, { tail: tail.text(), log });
}

/** The changed paths are told to quick forms only: what others say must depend on the tree alone. */
async function withVariables<T>(
  hands: GateHands,
  request: RunRequest,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { gate, target, changed } = request;
  const env = { ...hands.environment, TUTTI_GATE: gate.name, TUTTI_TARGET: target };
  if (!gate.isQuick) return work(env);
  return withFlatFolder(hands.scratch, async (folder) => {
    const { lines, nul } = await writeChanged(folder, await changed());
    return work({ ...env, TUTTI_CHANGED: lines, TUTTI_CHANGED_NUL: nul });
  });
}

function runFrom(gate: Gate, end: ProcessEnd, { tail, log }: Pick<GateRun, "tail" | "log">): GateRun {
  const { how } = end;
  const passed = how.kind === "exited" && how.code === 0;
  const ended = `${oneLine(commandText(gate.command))} ${end.oom === true ? "was killed by the system because memory ran out" : endWords(end, gate.timeoutMs)}`;
  return {
    passed,
    reason: passed ? "" : `${ended}${tail === "" ? "" : `:\n${tail}`}`,
    tail,
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

/** The changed paths as files, for gates that look at these only. */
interface ChangedFiles {
  /** One a line. A path that itself breaks a line is written as git writes it, in quotes. */
  readonly lines: string;
  /** A NUL after each: whatever they are called. */
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

/** The last of what a program prints, kept as it comes: it explains a failure. */
interface Tail {
  add(line: string): void;
  text(): string;
}

const mostLines = 30;
const longestLine = 300;
const longest = 2000;

export function makeTail(): Tail {
  let lines: string[] = [];
  return {
    add: (line) => {
      const plain = plainLine(line);
      if (plain === "") return;
      lines.push(plain);
      // Not one by one: a program may print millions.
      if (lines.length > 2 * mostLines) lines = lines.slice(-mostLines);
    },
    text: () => cutStart(lines.slice(-mostLines).join("\n")),
  };
}

function cutStart(text: string): string {
  return text.length <= longest ? text : `…${text.slice(-longest).toWellFormed()}`;
}

// Colours and the like; titles and links, up to their end; single signs.
const escapes =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]/g;

/** What a program prints is data: nothing in it may speak to a terminal, or look like more than one line. */
function plainLine(line: string): string {
  const last = line
    .slice(0, longestRead)
    .replaceAll(escapes, "")
    .replaceAll(/[^\t\P{Cc}]|\p{Cf}/gu, "")
    .trimEnd();
  return last.length <= longestLine ? last : `${last.slice(0, longestLine).toWellFormed()}…`;
}

/** A line may be a megabyte, of which nobody is shown the end. */
const longestRead = 10_000;

export interface GateLog {
  readonly stdout: string;
  readonly stderr: string;
}

/** Of both streams together: enough to find out what was wrong. */
const logCap = 4 * 1024 * 1024;

/** A log has two files at least, and three parts more for each that is long. */
const mostFiles = 400;

let runs = 0;

/** Names the files for one run, and takes the oldest ones away: their names begin with when that was. */
export async function newGateLog(
  folder: string,
  run: { readonly name: string; readonly at: EpochMs },
): Promise<GateLog> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const old = (await readdir(folder)).filter((name) => name.endsWith(".log")).toSorted();
  for (const name of old.slice(0, Math.max(0, old.length - mostFiles)))
    await unlink(join(folder, name)).catch(() => undefined);
  runs += 1;
  const stem = `${String(run.at).padStart(15, "0")}-${String(runs)}-${slugOf(run.name)}`;
  return { stdout: join(folder, `${stem}.stdout.log`), stderr: join(folder, `${stem}.stderr.log`) };
}
