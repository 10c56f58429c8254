import { constants } from "node:os";
import { TuttiError } from "../../base/error.ts";
import type { Attention } from "../attention.ts";
import { type ProcessClock, afterAwake, awakeTime } from "../machine/awake.ts";
import type { Brake } from "../brake.ts";
import { type Overstepped, type Watch, watchLimits } from "./deadline.ts";
import type { Tap, Taps } from "../output/taps.ts";
import { isAlive } from "../tree/proc.ts";
import type { HowEnded, ProcessEnd, ProcessRequest } from "../process.ts";
import type { EnclosedLaunch } from "../enclosure.ts";
import type { Exit, RunningChild } from "./child.ts";
import { type Tree, askToEnd, continueTree, forceEnd, membersOf, stopTree } from "../tree/tree.ts";
import { watchWork } from "../tree/work.ts";

interface Running {
  readonly child: RunningChild;
  readonly tree: Tree;
  readonly taps: Taps;
  readonly request: ProcessRequest;
  readonly clock: ProcessClock;
  /** `null`: must never be stopped. */
  readonly brake: Brake | null;
  readonly attention: Attention;
  /** `null`: all of it is the tree. */
  readonly enclosed: EnclosedLaunch | null;
}

/** `heldMs`: held by the brake, or asleep. */
type SupervisedEnd = Omit<ProcessEnd, "durationMs"> & { readonly heldMs: number };

const defaultGraceMs = 5000;
/** Even without grace, read what is still in the pipe. */
const leastDrainMs = 2000;
const longestPollMs = 50;

/** Until nothing of it runs and its last byte is read. */
export async function supervise({
  child,
  tree,
  taps,
  request,
  clock,
  brake,
  attention,
  enclosed,
}: Running): Promise<SupervisedEnd> {
  const graceMs = request.limits?.graceMs ?? defaultGraceMs;
  const watch = watchLimits(clock, request.limits ?? {}, {
    expire: (why) => ender.end(why),
    work: watchWork(tree, request.role === "git"),
  });
  attention.follow((isAwaited) => {
    if (isAwaited) watch.resume();
    else watch.pause();
    watch.seen();
  });
  const hold = holdWhileBraked(brake, tree, watch);
  const ender = makeEnder({ tree, clock, graceMs, hold, enclosed });
  const cancel = (): void => ender.end("cancelled");
  const heard = (): void => {
    if (request.limits?.hasBegun?.() ?? true) watch.begun();
    watch.seen();
  };
  const drained = child.drain({ stdout: seenBy(taps.stdout, heard), stderr: seenBy(taps.stderr, watch.seen) });
  request.limits?.cancel?.addEventListener("abort", cancel);
  if (request.limits?.cancel?.aborted === true) cancel();

  const exit = await child.exit;
  watch.stop();
  hold.stop();
  const why = ender.stop();
  request.limits?.cancel?.removeEventListener("abort", cancel);
  const lastMs = Math.max(graceMs, leastDrainMs);
  if (exit === "lost") await endPolitely(tree, clock, lastMs);
  // An exit of its own says that nothing is left of it; any other end says so of its starter alone.
  const isLeft = enclosed !== null && (why !== null || exit === "lost" || exit.signal !== null);
  const isGone = !isLeft || (await enclosed.end());
  const isEmptied = exit !== "lost" && exit.isEmptied === true;
  const isAllOver = (isEmptied || (await endTheRest(tree, clock, lastMs))) && isGone;
  const isAllRead = await settlesWithin(clock, lastMs, drained);
  child.cutOff();
  await drained;

  const note = isAllRead ? "" : "\n[tutti: cut off, a process that outlived the program held the output open]\n";
  const [stdout, stderr] = await Promise.all([taps.stdout.finish(note), taps.stderr.finish(note)]);
  return {
    how: why === null ? howEnded(exit, { tree, enclosed, stderr: stderr.kept }, request) : { kind: why },
    stdout: stdout.kept,
    stderr: stderr.kept,
    droppedBytes: stdout.droppedBytes + stderr.droppedBytes,
    ...(isAllOver && isAllRead ? {} : { outlived: true }),
    heldMs: watch.pausedMs(),
  };
}

type EndReason = Overstepped | "cancelled";

interface Ender {
  /** SIGTERM, then SIGKILL after the grace. Only the first reason counts. */
  readonly end: (because: EndReason) => void;
  /** `null`: it exited by itself. */
  readonly stop: () => EndReason | null;
}

interface Ending {
  readonly tree: Tree;
  readonly clock: ProcessClock;
  readonly graceMs: number;
  readonly hold: Hold;
  readonly enclosed: EnclosedLaunch | null;
}

function makeEnder({ tree, clock, graceMs, hold, enclosed }: Ending): Ender {
  let why: EndReason | null = null;
  let callOff = (): void => {};
  return {
    end: (because) => {
      if (why !== null) return;
      why = because;
      askToEnd(tree);
      // After the signal: a stopped program wakes up to it and does no more work.
      hold.letGo();
      callOff = afterAwake(clock, graceMs, () => {
        // The starter first sees the end of what it started: an engine then clears up after itself.
        if (enclosed === null) forceEnd(tree);
        else void enclosed.end().then(() => forceEnd(tree));
      });
    },
    stop: () => {
      callOff();
      return why;
    },
  };
}

function seenBy(tap: Tap, seen: () => void): (chunk: Buffer) => Promise<void> {
  return async (chunk) => {
    seen();
    await tap.take(chunk);
    seen();
  };
}

/** Nothing says when it exits, so look: git removes its locks at the polite signal. */
async function endPolitely(tree: Tree, clock: ProcessClock, limitMs: number): Promise<void> {
  const time = awakeTime(clock);
  const until = time.now() + limitMs;
  askToEnd(tree);
  while (time.now() < until && membersOf(tree).length > 0)
    await new Promise<void>((resolve) => time.beat(longestPollMs, resolve));
}

/** Nothing may write into a context that is about to be captured. */
async function endTheRest(tree: Tree, clock: ProcessClock, limitMs: number): Promise<boolean> {
  const time = awakeTime(clock);
  const until = time.now() + limitMs;
  for (;;) {
    const living = forceEnd(tree);
    for (let pollMs = 1; living.some(isAlive); pollMs = Math.min(pollMs * 2, longestPollMs)) {
      if (time.now() >= until) return false;
      await new Promise<void>((resolve) => time.beat(pollMs, resolve));
    }
    // A group gets its signal at once; those found one by one may have forked, so look again.
    if (living.length === 0 || tree.run === null) return true;
  }
}

/** A process that got away may hold the pipes open for ever. */
function settlesWithin(clock: ProcessClock, limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const callOff = afterAwake(clock, limitMs, () => resolve(false));
    void work.then(() => {
      callOff();
      resolve(true);
    });
  });
}

// Some numbers have two names; the usual one comes first, so it is set last.
const signalNames = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/**
 * Higher signals hardly end programs, and agents have exit codes that look like them: an HTTP status, cut to a byte.
 */
const lastDeadly = constants.signals.SIGTERM;

interface Ended {
  readonly tree: Tree;
  readonly enclosed: EnclosedLaunch | null;
  readonly stderr: Buffer;
}

/** A wrapper reports a signal as a shell does: 128 and its number. */
function howEnded(exit: Exit, { tree, enclosed, stderr }: Ended, { argv }: ProcessRequest): HowEnded {
  if (exit === "lost")
    throw new TuttiError("resources.short", `the process that starts programs was killed, and ${argv[0]} with it`, {
      audience: "environment",
    });
  const { code, signal } = exit;
  if (signal !== null) return { kind: "signalled", signal };
  const reason = enclosed?.refusal(code ?? -1, stderr.toString("utf8")) ?? null;
  if (reason !== null) return { kind: "not-started", reason };
  const isPassedOn = tree.wrapped || enclosed !== null;
  const translated =
    isPassedOn && code !== null && code > 128 && code <= 128 + lastDeadly ? signalNames.get(code - 128) : undefined;
  return translated === undefined ? { kind: "exited", code: code ?? -1 } : { kind: "signalled", signal: translated };
}

interface Hold {
  /** It is being ended, so it has to run. */
  readonly letGo: () => void;
  /** It is over: the rest stays stopped until ended. */
  readonly stop: () => void;
}

function holdWhileBraked(brake: Brake | null, tree: Tree, watch: Watch): Hold {
  if (brake === null) return { letGo: () => {}, stop: () => {} };
  let isHeld = false;

  function follow(on: boolean): void {
    if (on === isHeld) return;
    isHeld = on;
    if (on) {
      stopTree(tree);
      watch.pause();
    } else {
      continueTree(tree);
      watch.resume();
    }
  }

  const unsubscribe = brake.subscribe(follow);
  follow(brake.isOn());
  return {
    letGo: () => {
      unsubscribe();
      follow(false);
    },
    stop: unsubscribe,
  };
}
