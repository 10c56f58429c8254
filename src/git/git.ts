import { TuttiError } from "../base/error.ts";
import { type Conversation, converse } from "../process/run/converse.ts";
import type { HowEnded, ProcessEnd, RunProcess } from "../process/process.ts";
import { canSeeWork } from "../process/tree/work.ts";
import {
  checkoutArgs,
  checkoutEnvironment,
  mutedEnvironment,
  networkEnvironment,
  sealedArgs,
  sealedEnvironment,
} from "./profiles.ts";
import { askingAgain } from "./reads.ts";

/** One run of git. Paths are absolute; `args` begins with the subcommand. */
export interface GitCall {
  readonly gitDir: string;
  readonly args: readonly string[];
  readonly workTree?: string;
  /** A private index instead of the repository's own. */
  readonly index?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array | { readonly path: string };
  /** For the whole call, which may then wait for a person or a server and do nothing meanwhile. */
  readonly timeoutMs?: number;
  /** Bytes of output to keep; without it, too much output is an error. */
  readonly cutAt?: number;
  /** It runs in the background: it gets what others leave of the processor, and is ended by this, or with its Tutti. */
  readonly idle?: AbortSignal;
}

/** A git that answers questions until its input ends. */
export interface GitTalk extends Pick<GitCall, "gitDir" | "args" | "env"> {
  /** Called with its output, as it comes. */
  readonly heard: (chunk: Buffer) => void;
}

export interface GitExit {
  readonly code: number;
  readonly droppedBytes: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The only door to git. A call's profile alone decides which configuration, hooks and environment it meets. */
export interface Git {
  /** Objects and private indexes: no configuration of the user's, no hook, filter, driver or network. */
  sealed(call: GitCall): Promise<GitExit>;
  /** The same for a git that stays; it ends with its input, so it does not outlive Tutti. */
  converse(talk: GitTalk): Conversation;
  /** The user's checkout, with their configuration and filters (as `git pull` would), but no hooks. */
  checkout(call: GitCall): Promise<GitExit>;
  /** Questions about a folder that may be a repository, with the user's configuration. */
  ask(cwd: string, args: readonly string[]): Promise<GitExit>;
  /** Talks to a remote with the user's configuration and login, without hooks or prompts. Exit 124: it timed out. */
  network(call: GitCall): Promise<GitExit>;
}

interface GitSetting {
  readonly run: RunProcess;
  /** A folder that stays empty: the HOME of sealed calls. */
  readonly emptyHome: string;
  /** Already reduced to what children may have. */
  readonly userEnvironment: Readonly<Record<string, string>>;
}

const outputCap = 512 * 1024 * 1024;
const patienceMs = 30 * 60_000;
/**
 * A call may work as long as it has work. One that neither works nor prints for this long waits for nothing: a pipe in
 * the place of a file, or a disk that is gone. The user's own filters may wait for a server.
 */
const stillMs = { sealed: 20_000, user: 60_000 } as const;
/** Only where the system shows whether a program works. */
const still = (limitMs: number | null): { readonly idleMs?: number } =>
  canSeeWork && limitMs !== null ? { idleMs: limitMs } : {};
const idly = ["nice", "-n", "19", "git"] as const;
/** The code of a git that aborted. */
export const abortedCode = 134;

/** `stillMs`: how long a call may do nothing; `null`: as long as the call says. */
interface Profile {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stillMs: number | null;
}

export function makeGit(setting: GitSetting): Git {
  const { emptyHome, userEnvironment } = setting;
  const run = askingAgain(setting.run);
  const sealedEnv = sealedEnvironment(userEnvironment, emptyHome);
  const begin = async (call: GitCall, { flags, env, stillMs: limitMs }: Profile): Promise<ProcessEnd> =>
    run({
      argv: [
        ...(call.idle !== undefined ? idly : (["git"] as const)),
        `--git-dir=${call.gitDir}`,
        ...(call.workTree === undefined ? [] : [`--work-tree=${call.workTree}`]),
        ...flags,
        ...call.args,
      ],
      cwd: call.workTree ?? call.gitDir,
      env: { ...env, ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }), ...call.env },
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
      output: { kind: "memory", capBytes: call.cutAt ?? outputCap },
      limits: {
        timeoutMs: call.timeoutMs ?? patienceMs,
        ...(call.idle === undefined ? still(limitMs) : { cancel: call.idle }),
      },
      tree: "group",
      role: call.idle === undefined ? "git" : "work",
    });
  const start = async (call: GitCall, profile: Profile): Promise<GitExit> =>
    exitOf(await begin(call, profile), call.args, call.cutAt !== undefined);
  return {
    sealed: (call) => start(call, { flags: sealedArgs, env: sealedEnv, stillMs: stillMs.sealed }),
    converse: ({ gitDir, args, env, heard }) => {
      const argv = ["git", `--git-dir=${gitDir}`, ...sealedArgs, ...args] as const;
      return converse(
        run,
        { argv, cwd: gitDir, env: { ...sealedEnv, ...env }, role: "git", limits: still(stillMs.sealed) },
        heard,
      );
    },
    checkout: (call) =>
      start(call, {
        flags: checkoutArgs,
        env: checkoutEnvironment(userEnvironment),
        stillMs: call.timeoutMs === undefined ? stillMs.user : null,
      }),
    ask: async (cwd, args) => {
      const end = await run({
        argv: ["git", ...args],
        cwd,
        env: networkEnvironment(userEnvironment),
        output: { kind: "memory", capBytes: outputCap },
        limits: { timeoutMs: patienceMs, ...still(stillMs.sealed) },
        tree: "group",
        role: "git",
      });
      return exitOf(end, args, false);
    },
    network: async (call) => {
      const end = await begin(call, { flags: checkoutArgs, env: mutedEnvironment(userEnvironment), stillMs: null });
      if (end.how.kind === "timed-out")
        return { code: 124, droppedBytes: 0, stdout: Buffer.alloc(0), stderr: "no answer in time" };
      return exitOf(end, call.args, call.cutAt !== undefined);
    },
  };
}

function exitOf(end: ProcessEnd, args: readonly string[], mayBeCut: boolean): GitExit {
  const what = `git ${args[0] ?? ""}`;
  if (end.how.kind === "not-started") {
    throw new TuttiError("git.missing", `could not start git: ${end.how.reason}`, {
      audience: "environment",
      hint: "Install git 2.39 or newer and make sure that it is on PATH.",
    });
  }
  // git aborted at a check of its own: that is an answer.
  const how =
    end.how.kind === "signalled" && end.how.signal === "SIGABRT"
      ? ({ kind: "exited", code: abortedCode } as const)
      : end.how;
  if (how.kind !== "exited") {
    throw new TuttiError("git.failed", `${what} was ended (${howEnded(how)})`, { audience: "environment" });
  }
  if (end.droppedBytes > 0 && !mayBeCut) {
    throw new TuttiError("git.failed", `${what} printed more than ${String(outputCap)} bytes`, {
      audience: "environment",
    });
  }
  return { code: how.code, droppedBytes: end.droppedBytes, stdout: end.stdout, stderr: end.stderr.toString("utf8") };
}

export function howEnded(how: HowEnded): string {
  if (how.kind === "idle")
    return "it did nothing for too long: something that it reads does not answer, such as a pipe in the place of a file";
  return how.kind === "timed-out" ? "it took too long" : how.kind;
}

/** The output of a call that has no business failing. */
export function requireOk(exit: GitExit, what: string): Buffer {
  if (exit.code === 0) return exit.stdout;
  throw gitFailed(exit, what);
}

/** Output as its one word, such as the name of an object. */
export function wordIn(output: Buffer): string {
  return output.toString("utf8").trim();
}

/** Output of lines, without empty ones. */
export function linesIn(output: Buffer): readonly string[] {
  return output
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** Output of fields that end in NUL, without empty ones; raw bytes as latin1, so that any name survives. */
export function fieldsIn(output: Buffer): readonly string[] {
  return output
    .toString("latin1")
    .split("\0")
    .filter((field) => field !== "");
}

/** As `requireOk`, for objects that git checks as they arrive. A refusal is final. */
export function requireTaken(exit: GitExit, what: string): void {
  if (exit.code === 0) return;
  if (!/^fatal: fsck error in pack/m.test(exit.stderr)) throw gitFailed(exit, what);
  const why = exit.stderr.split("\n").flatMap((line) => /^error: (object [0-9a-f]+: .+)$/.exec(line)?.[1] ?? []);
  throw new TuttiError(
    "git.refused",
    `git refuses what is to be stored: ${[...new Set(why)].join("; ").slice(0, 2000)}`,
    { audience: "user", hint: "Git refuses the same objects in a push or a fetch." },
  );
}

export function gitFailed(exit: GitExit, what: string): TuttiError {
  const said = `${what}: git exited ${String(exit.code)}: ${exit.stderr.trim().slice(0, 2000)}`;
  // No fault that passes: trying again would only take time.
  const isShut = /: (?:Read-only file system|Permission denied)$/m.test(exit.stderr);
  return new TuttiError(
    "git.failed",
    said,
    isShut
      ? { audience: "user", hint: "Make the repository and its .git folder writable for you, then try again." }
      : { audience: "environment" },
  );
}
