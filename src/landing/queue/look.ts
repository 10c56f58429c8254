import type { HoldUp } from "../../sheet/rest/hold-up.ts";
import type { Candidate } from "../candidate.ts";
import type { TestReport } from "../gates/gate.ts";
import type { Line } from "./line.ts";
import type { Entry } from "./offer.ts";
import type { QueueState } from "./state.ts";
import { gateKey, ownKey } from "./testing/tests.ts";
import type { KeptQueue, QueueName } from "../../store/queue.ts";

/** The work of a queue at this moment. */
export interface QueueLook {
  /** Results that the next test covers; `null` before the first. */
  readonly window: number | null;
  /** The reason that results do not land although they are ready; `null`: there is none. */
  readonly holdUp: HoldUp | null;
  /** In the order in which they would land. */
  readonly entries: readonly EntryLook[];
}

export interface EntryLook {
  readonly candidate: Candidate;
  /** Something is run on its tree, or on one that it is part of. */
  readonly isTested: boolean;
  /** Those that it has to pass, as far as that is known yet. */
  readonly gates: readonly GateLook[];
}

interface GateLook {
  readonly name: string;
  readonly state: "waiting" | "running" | "passed" | "failed";
  readonly report: TestReport | null;
}

/** By the line as last seen. */
export function lookAt(state: QueueState, entries: readonly Entry[]): QueueLook {
  const holdUp = entries.length === 0 ? null : state.race.holdUp;
  return { window: state.seen.window ?? null, holdUp, entries: entries.map((entry) => lookAtEntry(state, entry)) };
}

function lookAtEntry({ seen: { line }, tests }: QueueState, entry: Entry): EntryLook {
  const { candidate } = entry;
  const at = line?.places.findIndex((place) => place.entry === entry) ?? -1;
  const place = line?.places[at];
  if (line === undefined || place === undefined) return { candidate, isTested: false, gates: [] };
  const own = tests.own.known(ownKey(place.layer)) === "testing";
  const key = coveringTest({ line, tests }, at);
  const isRunning = key !== undefined && ["testing", "confirming"].includes(tests.gates.known(key));
  return {
    candidate,
    isTested: own || isRunning,
    gates: gateLooks(place.asks, (key === undefined ? undefined : tests.heard.get(key)) ?? [], isRunning),
  };
}

/** One test may cover many: the nearest tested tree that holds this result. */
function coveringTest(
  { line, tests }: { readonly line: Line; readonly tests: QueueState["tests"] },
  from: number,
): string | undefined {
  for (const { layer, asks } of line.places.slice(from)) {
    const key = gateKey(layer.tree, line.head, asks);
    if (asks.length > 0 && tests.heard.has(key)) return key;
  }
  return undefined;
}

function gateLooks(
  gates: Line["places"][number]["asks"],
  reports: readonly TestReport[],
  isRunning: boolean,
): readonly GateLook[] {
  return gates.map(({ name, digest }, index): GateLook => {
    const report = reports.find((one) => one.digest === digest) ?? null;
    if (report !== null) return { name, state: report.passed ? "passed" : "failed", report };
    return { name, state: isRunning && index === reports.length ? "running" : "waiting", report };
  });
}

export interface Rulebook {
  of(queue: QueueName): KeptQueue;
  /** Changes that: durable, and counting, when it resolves. */
  change(queue: QueueName, how: (now: KeptQueue) => KeptQueue): Promise<KeptQueue>;
  /** All with rules. */
  all(): readonly KeptQueue[];
}

/** The queues of a process, as people see and change them. */
export interface QueueControl extends Rulebook {
  /** Several where pushed results have a line of their own. */
  look(queue: QueueName): readonly QueueLook[];
  /** Has it look again. */
  wake(queue: QueueName): void;
}
