import type { TreeSha } from "../../base/ids.ts";
import type { MergedRest } from "../../git/history/merge.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { mergePlan } from "../../score/plan/landing-plan.ts";
import type { FallenMerge } from "../../sheet/merges.ts";
import type { Candidate, FoundMerge } from "../candidate.ts";
import type { LayerStep } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { areBothTested } from "./guarded.ts";
import { type Proposed, proposeTrees } from "./propose.ts";
import { wayNames } from "./ways/proposal.ts";
import { askWorker } from "./worker/ask.ts";

/** What is known of a result's merges. */
export interface MergeMemory {
  /** Merges that failed their tests, by tree. */
  readonly fallen: ReadonlyMap<TreeSha, FallenMerge>;
  /** Finding proposals takes long: the same conflict is looked at once. */
  proposals(rest: MergedRest, find: () => Promise<Proposed>): Promise<Proposed>;
}

/** The next merge to test where git finds a conflict; `undefined`: there is none, or too many fell. */
export async function nextMerge(
  hands: LandingHands,
  candidate: Candidate,
  conflict: { readonly rest: MergedRest; readonly where: LayerStep; readonly memory: MergeMemory },
): Promise<{ readonly tree: TreeSha; readonly merge: FoundMerge } | undefined> {
  const { rest, memory } = conflict;
  const { mode, budget } = mergePlan(candidate.job.plan.landing);
  if (mode === "text" || memory.fallen.size >= budget) return undefined;
  const { proposals } = await memory.proposals(rest, () =>
    proposeTrees(hands.objects, rest, (path, texts) => askWorker(hands.self.world, { path, texts, ways: wayNames })),
  );
  const left = proposals.filter(({ tree }) => !memory.fallen.has(tree));
  const isAnyAllowed = left.every(({ isPreserving }) => isPreserving) || (await mayChoose(hands, candidate, conflict));
  const next = left.find(({ isPreserving }) => isAnyAllowed || isPreserving);
  if (next === undefined) return undefined;
  const { tree, way, reason, isPreserving } = next;
  const paths = next.paths.map(shownPath);
  return { tree, merge: { way, reason, paths, isPreserving, fallen: [...memory.fallen.values()] } };
}

/** An order that was chosen is right only if tests of both sides say so. */
async function mayChoose(
  hands: LandingHands,
  candidate: Candidate,
  { rest, where: { head, isGuarded } }: { readonly rest: MergedRest; readonly where: LayerStep },
): Promise<boolean> {
  if (mergePlan(candidate.job.plan.landing).mode !== "proven" || isGuarded === false) return false;
  return areBothTested(hands, candidate, { head, paths: rest.files.map(({ path }) => path) });
}
