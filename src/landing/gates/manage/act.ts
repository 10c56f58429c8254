import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import { readTree } from "../../../git/history/trees.ts";
import { gatesOf } from "../compose.ts";
import type { Gate } from "../gate.ts";
import type { GateHands } from "../hands.ts";
import { runOnce } from "../run-once.ts";
import { commandTemplate } from "../../../score/plan/command.ts";
import { askGates, forgetVerdicts } from "../run.ts";
import type { Store } from "../../../store/store.ts";
import type { CheckedGate, CommandTrial, GateCheck } from "../../../api/contract/landing/gates.ts";
import { notNow } from "../../../conductor/find/require.ts";
import { type Which, type WhichParts, digestsOf, findMeant } from "./which.ts";

export interface GateActParts extends Pick<WhichParts, "recipe"> {
  readonly git: Git;
  readonly store: Pick<Store, "job" | "journal" | "countVerdicts">;
  /** The real things for running gates of a repository. */
  hands(what: {
    readonly repository: Repository;
    readonly environment: Readonly<Record<string, string>> | undefined;
  }): Promise<GateHands>;
  /** The conductor ends: so do they. */
  readonly stop: AbortSignal;
}

/** Drops what gates said of trees. */
export async function forgetGates(
  parts: GateActParts,
  asked: Which & { readonly all: boolean },
): Promise<{ readonly forgotten: number }> {
  const digests = asked.all ? null : digestsOf((await findMeant(parts, asked)).sources);
  return { forgotten: await forgetVerdicts(parts.store, digests) };
}

interface Trial extends Which {
  readonly commands: readonly { readonly name: string; readonly run: string }[];
  /** Lines that make each folder ready first. */
  readonly prepare: readonly string[];
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Runs commands that are no gates yet on the target, each in a prepared folder of its own. Nothing is remembered. */
export async function tryCommands(parts: GateActParts, asked: Trial): Promise<CommandTrial> {
  const { stop } = parts;
  const { repository, target, commit } = await findMeant(parts, asked);
  const hands = await parts.hands({ repository, environment: asked.environment });
  const commands = asked.prepare.map((line) => ({
    command: commandTemplate(line),
    timeoutMs: trialMs,
    inputs: null,
  }));
  const shared = { recipe: { commands }, name: "trial", variables: { plain: {}, numbered: "" } };
  const reports: CommandTrial["reports"][number][] = [];
  for (const { name, run } of asked.commands) {
    const gate: Gate = {
      name,
      command: commandTemplate(run),
      timeoutMs: trialMs,
      isQuick: false,
      digest: "",
      files: [],
      borrow: [],
      toolchain: [],
      from: "score",
      ...(commands.length === 0 ? {} : { recipe: shared }),
    };
    const ran = await runOnce(hands, { gate, commit, target, changed: () => Promise.resolve([]), cancel: stop });
    if (ran === undefined) throw notNow("the conductor is stopping, so not all commands were tried", "Ask again.");
    reports.push({ name, run, passed: ran.passed, reason: ran.reason, ms: ran.ms, log: ran.log });
  }
  return { target, commit, reports };
}

/** As gates have, unless they say otherwise. */
const trialMs = 10 * 60_000;

/** Runs the gates on the target as it is. */
export async function checkGates(
  parts: GateActParts,
  asked: Which & { readonly anew: boolean; readonly environment?: Readonly<Record<string, string>> | undefined },
): Promise<GateCheck> {
  const { git, stop } = parts;
  const { repository, target, commit, sources } = await findMeant(parts, asked);
  const tree = await readTree(git, repository.commonDir, commit);
  const gates = gatesOf(sources);
  const hands = await parts.hands({ repository, environment: asked.environment });
  const question = {
    commit,
    tree,
    target: { ref: target, tree },
    requirements: gates,
    changed: () => Promise.resolve([]),
    cancel: stop,
    isAnew: asked.anew,
  };
  const answers = await askGates(hands, question);
  const reports = answers.map(({ report, logs }): CheckedGate => {
    const { name, passed, isFlaky, isCached, ms, at, reason } = report;
    return {
      name,
      passed,
      isFlaky,
      isCached,
      ms,
      at,
      reason,
      logs,
    };
  });
  const isWhole = reports.length === gates.length || reports.some(({ passed }) => !passed);
  if (!isWhole) throw notNow("the conductor is stopping, so the gates were not finished", "Ask again when it runs.");
  return {
    target,
    commit,
    tree,
    passed: reports.every(({ passed }) => passed),
    reports,
    notRun: gates.slice(reports.length).map(({ name }) => name),
  };
}
