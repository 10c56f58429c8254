import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Entry } from "../../store/entry.ts";
import type { Flake, KeptVerdict, Quarantine, VerdictKey } from "../../store/verdict.ts";
import { type Requirement, isPromise } from "../promises/promise.ts";
import type { TestReport } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { type GateRun, runOnce, runPromise } from "./run-once.ts";
import { programsOf, toolchainOf } from "./toolchain.ts";

/** A tree, and what is asked of it. */
export interface TestQuestion {
  /** One with the tree, in Tutti's store. */
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  /** Full name of the ref, and its tree now. */
  readonly target: { readonly ref: string; readonly tree: TreeSha };
  /** In the order in which they are run. */
  readonly requirements: readonly Requirement[];
  /** Paths (latin1) that differ from the target's tree; read only for a quick form. */
  readonly changed: () => Promise<readonly string[]>;
  readonly cancel: AbortSignal;
  /** Without earlier verdicts. */
  readonly isAnew?: boolean;
  /** How many promises are asked at once. */
  readonly atOnce?: number;
  /** A failed gate is not repeated now but left in doubt; the next question without this begins with its second run. */
  readonly isTrial?: boolean;
  /** Digests of programs, by their names: those of one question are looked at once. Absent: anew for each. */
  readonly toolchains?: Map<string, Promise<string>>;
  /** Told what each gate says as soon as it does. */
  readonly heard?: (report: TestReport) => void;
}

/** No log where it was not run now. */
export interface TestAnswer {
  readonly report: TestReport;
  readonly logs: readonly string[];
}

/** From the journal, or by running it; `undefined`: cancelled. */
export async function askGate(
  hands: GateHands,
  question: TestQuestion,
  gate: Requirement,
): Promise<TestAnswer | undefined> {
  const { tree, target } = question;
  const toolchain = await toolchainFor(hands, question, programsOf(gate));
  const key: VerdictKey = { tree, digest: gate.digest, toolchain, against: gate.isQuick ? target.tree : null };
  const kept = question.isAnew === true ? undefined : await hands.memory.known.verdict(key);
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

function toolchainFor(
  { runner }: GateHands,
  { toolchains }: TestQuestion,
  programs: readonly string[],
): Promise<string> {
  const key = programs.join("\0");
  const found = toolchains?.get(key) ?? toolchainOf(programs, runner.environment["PATH"]);
  toolchains?.set(key, found);
  return found;
}

/** One that ran out of time may pass with more of it. */
function stillCounts({ timedOutMs }: KeptVerdict, { timeoutMs }: Requirement): boolean {
  return timedOutMs === null || timeoutMs <= timedOutMs;
}

/** All runs on this tree, the deciding one last. `earlier`: the first, made by a trial. */
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
  return (await hands.memory.known.quarantine()).find((item) => item.digest === digest);
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
    ...(passed || last?.log === undefined || last.log === null ? {} : { log: last.log }),
  };
}

interface Ended {
  readonly verdict: KeptVerdict;
  readonly runs: readonly [GateRun, ...GateRun[]];
}

/** In one step: a crash must not leave a verdict without its record of flakiness. */
async function record(hands: GateHands, gate: Requirement, { verdict, runs }: Ended): Promise<void> {
  const before = await quarantineOf(hands, gate);
  const after = nextQuarantine(before, { digest: gate.digest, name: gate.name }, askedOf(verdict, runs));
  const entries: Entry[] = [];
  if (runs.every(({ isMachines }) => !isMachines))
    entries.push({ about: "verdict", change: { kind: "said", verdict } });
  if (before !== undefined || after !== null)
    entries.push({ about: "verdict", change: { kind: "quarantine", digest: gate.digest, quarantine: after } });
  await hands.memory.journal.append(entries);
  if (before !== undefined && after === null)
    hands.notice(`${named(gate)} is out of quarantine: ${String(cleanRuns)} runs in a row were clean`);
}

function askedOf({ passed, isFlaky, at, tree }: KeptVerdict, runs: Ended["runs"]): Answered {
  if (isFlaky)
    return { kind: "flaky", flake: { at, tree, failed: runs[0].printed, passed: runs.at(-1)?.printed ?? "" } };
  return { kind: passed ? "clean" : "failed" };
}

function tell(hands: GateHands, gate: Requirement, { verdict, runs }: Ended): void {
  const tree = verdict.tree.slice(0, 10);
  const { log } = runs[0];
  const where = log === null ? "what it said is in the record" : `all that it printed is in ${log}`;
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
  const { tree, digest, toolchain, passed, isFlaky, ms, at, reason, log } = verdict;
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
    ...(log === undefined ? {} : { log }),
    ...whose,
  };
}

function isInDoubt({ isTrial }: TestQuestion, runs: readonly GateRun[]): boolean {
  const [first] = runs;
  return isTrial === true && runs.length === 1 && first?.passed === false && first.mayDiffer;
}

interface Trials {
  take(key: VerdictKey): GateRun | undefined;
  put(key: VerdictKey, run: GateRun): void;
}

/** Failed trials that wait for their second run, by journal. Lost with the process: then both run again. */
const trials = new WeakMap<GateHands["memory"]["journal"], Map<string, GateRun>>();
const mostTrials = 256;

function trialsOf({ memory: { journal } }: GateHands): Trials {
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

/** The last count of a quarantine, by journal; two counts at once would lose one. */
const turns = new WeakMap<GateHands["memory"]["journal"], Promise<unknown>>();

async function inTurn(hands: GateHands, work: () => Promise<void>): Promise<void> {
  const mine = (turns.get(hands.memory.journal) ?? Promise.resolve()).then(work, work);
  turns.set(hands.memory.journal, mine);
  await mine;
}

/** Clean runs in a row that end a quarantine. */
const cleanRuns = 20;

/** How often a gate that fails is run again on the same tree. */
export function runsAgain(quarantine: Quarantine | undefined): number {
  return quarantine === undefined ? 1 : 2;
}

type Answered =
  | { readonly kind: "clean" }
  | { readonly kind: "flaky"; readonly flake: Flake }
  /** Every time, which says nothing about flakiness. */
  | { readonly kind: "failed" };

/** `null`: not, or no longer, in quarantine. */
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
