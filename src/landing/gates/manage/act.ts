import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import { readTree } from "../../../git/history/trees.ts";
import { gatesOf } from "../compose.ts";
import type { GateHands } from "../hands.ts";
import { askGates, forgetVerdicts } from "../run.ts";
import type { Store } from "../../../store/store.ts";
import type { CheckedGate, GateCheck } from "../../../api/contract/gates.ts";
import type { Asked } from "../../../api/schema/methods.ts";
import type { Handlers } from "../../../api/handlers.ts";
import type { Once } from "../../../conductor/jobs/once.ts";
import { notNow } from "../../../conductor/find/require.ts";
import { digestsOf, findMeant } from "./which.ts";

interface GateActParts {
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

export function gateActs(parts: GateActParts, once: Once): Pick<Handlers, "gates.check" | "gates.forget"> {
  return {
    "gates.check": (asked) => once({ method: "gates.check", key: asked.key }, () => check(parts, asked)),
    "gates.forget": (asked) =>
      once({ method: "gates.forget", key: asked.key }, async () => {
        const digests = asked.all ? null : digestsOf((await findMeant(parts, asked)).sources);
        return { forgotten: await forgetVerdicts(parts.store, digests) };
      }),
  };
}

async function check(parts: GateActParts, asked: Asked<"gates.check">): Promise<GateCheck> {
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
      logs: logs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
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
