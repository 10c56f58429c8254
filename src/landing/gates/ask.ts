import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Entry } from "../../store/entry.ts";
import type { Flake, KeptVerdict, Quarantine, VerdictKey } from "../../store/verdict.ts";
import { type Requirement, isPromise } from "../promises/promise.ts";
import type { TestReport } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { type GateLog, type GateRun, runOnce } from "./run-once.ts";
import { runPromise } from "./run-promise.ts";
import { programsOf, toolchainOf } from "./toolchain.ts";

/** A tree, and what is asked of it. */
export interface TestQuestion {
  /** One with the tree, in Tutti's store. */
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  /** Where it is to land: full name of the ref, and the tree that is there now. */
  readonly target: { readonly ref: string; readonly tree: TreeSha };
  /** In the order in which they are run. */
  readonly requirements: readonly Requirement[];
  /** Paths in which the tree differs from the target's, raw bytes (latin1); asked for only when a quick form is run. */
  readonly changed: () => Promise<readonly string[]>;
  readonly cancel: AbortSignal;
  /** Run them whatever they said before. */
  readonly isAnew?: boolean;
  /** How many promises are asked at once. */
  readonly atOnce?: number;
  /**
   * One that fails is not run again now: it is in doubt, and the next question about it, one without this, begins with
   * its second run.
   */
  readonly isTrial?: boolean;
  /** Told what each gate says as soon as it does. */
  readonly heard?: (report: TestReport) => void;
}

/** What a gate said, and where all that it printed is kept; no log where it was not run now. */
export interface TestAnswer {
  readonly report: TestReport;
  readonly logs: readonly GateLog[];
}

/** What one gate says of a tree, by what is known or by running it; `undefined` when it was called off. */
export async function askGate(
  hands: GateHands,
  question: TestQuestion,
  gate: Requirement,
): Promise<TestAnswer | undefined> {
  const { tree, target } = question;
  const toolchain = await toolchainOf(programsOf(gate), hands.environment["PATH"]);
  const key: VerdictKey = { tree, digest: gate.digest, toolchain, against: gate.isQuick ? target.tree : null };
  const kept = question.isAnew === true ? undefined : await hands.known.verdict(key);
  if (kept !== undefined && stillCounts(kept, gate)) return { report: reportOf(gate, kept, true), logs: [] };
  const trials = trialsOf(hands);
  const runs = await runUntilSteady(
    hands,
    { ...question, earlier: question.isAnew === true ? undefined : trials.take(key) },
    gate,
  );
  if (runs === undefined) return undefined;
  const verdict = verdictOf(gate, key, { runs, at: hands.world.now() });
  if (isInDoubt(question, runs)) {
    trials.put(key, runs[0]);
    return {
      report: { ...reportOf(gate, verdict, false), isDoubted: true },
      logs: runs.flatMap(({ log }) => log ?? []),
    };
  }
  await inTurn(hands, () => record(hands, gate, { verdict, runs }));
  tell(hands, gate, { verdict, runs });
  return { report: reportOf(gate, verdict, false), logs: runs.flatMap(({ log }) => log ?? []) };
}

/** One that ran out of time may pass with more of it. */
function stillCounts({ timedOutMs }: KeptVerdict, { timeoutMs }: Requirement): boolean {
  return timedOutMs === null || timeoutMs <= timedOutMs;
}

/** All its runs on this tree, the deciding one last. `earlier`: the first of them, where a trial made it. */
async function runUntilSteady(
  hands: GateHands,
  question: TestQuestion & { readonly earlier: GateRun | undefined },
  gate: Requirement,
): Promise<readonly [GateRun, ...GateRun[]] | undefined> {
  const { commit, target, changed, cancel } = question;
  const run = (): Promise<GateRun | undefined> =>
    isPromise(gate)
      ? runPromise(hands, { ask: gate, commit, cancel })
      : runOnce(hands, { gate, commit, target: target.ref, changed, cancel });
  const first = question.earlier ?? (await run());
  if (first === undefined) return undefined;
  const runs: [GateRun, ...GateRun[]] = [first];
  if (isInDoubt(question, runs)) return runs;
  const again = runsAgain(await quarantineOf(hands, gate));
  for (let last = first; !last.passed && last.mayDiffer && runs.length <= again; ) {
    const next = await run();
    if (next === undefined) return undefined;
    runs.push(next);
    last = next;
  }
  return runs;
}

async function quarantineOf(hands: GateHands, { digest }: Requirement) {
  return (await hands.known.quarantine()).find((item) => item.digest === digest);
}

function verdictOf(
  gate: Requirement,
  key: VerdictKey,
  { runs, at }: { runs: readonly GateRun[]; at: KeptVerdict["at"] },
): KeptVerdict {
  const last = runs.at(-1);
  const passed = last?.passed === true;
  return {
    ...key,
    name: gate.name,
    passed,
    isFlaky: passed && runs.length > 1,
    ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    at,
    reason: last?.reason ?? "",
    timedOutMs: last?.timedOut === true ? gate.timeoutMs : null,
  };
}

interface Ended {
  readonly verdict: KeptVerdict;
  readonly runs: readonly [GateRun, ...GateRun[]];
}

/** Both in one step: a crash must not leave a verdict of a gate whose unsteadiness nobody wrote down. */
async function record(hands: GateHands, gate: Requirement, { verdict, runs }: Ended): Promise<void> {
  const before = await quarantineOf(hands, gate);
  const after = nextQuarantine(before, { digest: gate.digest, name: gate.name }, askedOf(verdict, runs));
  const entries: Entry[] = [];
  if (runs.every(({ isMachines }) => !isMachines))
    entries.push({ about: "verdict", change: { kind: "said", verdict } });
  if (before !== undefined || after !== null)
    entries.push({ about: "verdict", change: { kind: "quarantine", digest: gate.digest, quarantine: after } });
  await hands.journal.append(entries);
  if (before !== undefined && after === null)
    hands.notice(`${named(gate)} is out of quarantine: ${String(cleanRuns)} runs in a row were clean`);
}

function askedOf({ passed, isFlaky, at, tree }: KeptVerdict, runs: Ended["runs"]): Answered {
  if (isFlaky) return { kind: "flaky", flake: { at, tree, failed: runs[0].tail, passed: runs.at(-1)?.tail ?? "" } };
  return { kind: passed ? "clean" : "failed" };
}

function tell(hands: GateHands, gate: Requirement, { verdict, runs }: Ended): void {
  const tree = verdict.tree.slice(0, 10);
  const { log } = runs[0];
  const where =
    log === null ? "what it said is in the record" : `all that it printed is in ${log.stdout} and beside it`;
  if (verdict.isFlaky)
    hands.notice(
      `${named(gate)} failed and then passed on the same tree ${tree}: it is in quarantine until ${String(cleanRuns)} runs in a row are clean; ${where}`,
    );
  if (!verdict.passed) hands.notice(`${named(gate)} failed on tree ${tree}: ${where}`);
}

function named(ask: Requirement): string {
  return isPromise(ask) ? `the ${ask.name}` : `the gate ${JSON.stringify(ask.name)}`;
}

function reportOf(gate: Requirement, verdict: KeptVerdict, isCached: boolean): TestReport {
  const { tree, digest, toolchain, passed, isFlaky, ms, at, reason } = verdict;
  const asBefore = isCached && !passed ? "as before, on the same tree (tutti gates forget lets it be run again): " : "";
  const whose = isPromise(gate)
    ? { promisedBy: gate.by.map(({ job, sheet }) => ({ job: job.id, sheet: sheet.id })) }
    : {};
  return {
    name: gate.name,
    digest,
    toolchain,
    tree,
    passed,
    isFlaky,
    isCached,
    ms,
    at,
    reason: `${asBefore}${reason}`,
    ...whose,
  };
}

/** A failure that nobody has looked at a second time, of one that might say something else then. */
function isInDoubt({ isTrial }: TestQuestion, runs: readonly GateRun[]): boolean {
  const [first] = runs;
  return isTrial === true && runs.length === 1 && first?.passed === false && first.mayDiffer;
}

interface Trials {
  /** Whoever takes it has to go on with it. */
  take(key: VerdictKey): GateRun | undefined;
  put(key: VerdictKey, run: GateRun): void;
}

/**
 * Of those that share a journal, runs that failed in a trial and wait for their second. Lost with the process: then
 * both are run anew.
 */
const trials = new WeakMap<GateHands["journal"], Map<string, GateRun>>();
const mostTrials = 256;

function trialsOf({ journal }: GateHands): Trials {
  const kept = trials.get(journal) ?? new Map<string, GateRun>();
  trials.set(journal, kept);
  const nameOf = ({ tree, digest, toolchain, against }: VerdictKey): string =>
    [tree, digest, toolchain, against ?? ""].join(" ");
  return {
    take: (key) => {
      const found = kept.get(nameOf(key));
      kept.delete(nameOf(key));
      return found;
    },
    put: (key, run) => {
      kept.set(nameOf(key), run);
      const [oldest] = kept.keys();
      if (kept.size > mostTrials && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Of those that share a journal, who is counting up what it has read; two at once would lose one. */
const turns = new WeakMap<GateHands["journal"], Promise<unknown>>();

async function inTurn(hands: GateHands, work: () => Promise<void>): Promise<void> {
  const mine = (turns.get(hands.journal) ?? Promise.resolve()).then(work, work);
  turns.set(hands.journal, mine);
  await mine;
}

/** Runs in a row that have to pass at once before a gate is believed as others are. */
const cleanRuns = 20;

/** How often a gate that fails is run again on the same tree. */
export function runsAgain(quarantine: Quarantine | undefined): number {
  return quarantine === undefined ? 1 : 2;
}

/** How one question to a gate ended, whatever number of runs it took. */
type Answered =
  | { readonly kind: "clean" }
  | { readonly kind: "flaky"; readonly flake: Flake }
  /** Failed each time: which says nothing about how steady it is. */
  | { readonly kind: "failed" };

/** What is known of a gate after it was asked; `null`: it is not, or no longer, in quarantine. */
export function nextQuarantine(
  before: Quarantine | undefined,
  gate: { readonly digest: string; readonly name: string },
  asked: Answered,
): Quarantine | null {
  if (asked.kind === "flaky") {
    const { flake } = asked;
    if (before === undefined) return { ...gate, since: flake.at, flakes: 1, runs: 1, clean: 0, last: flake };
    return { ...before, name: gate.name, flakes: before.flakes + 1, runs: before.runs + 1, clean: 0, last: flake };
  }
  if (before === undefined) return null;
  const clean = asked.kind === "clean" ? before.clean + 1 : before.clean;
  return clean >= cleanRuns ? null : { ...before, name: gate.name, runs: before.runs + 1, clean };
}
