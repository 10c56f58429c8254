import type { TreeSha } from "../../src/base/ids.ts";
import type { Git } from "../../src/git/git.ts";
import type { Objects } from "../../src/git/objects/objects.ts";
import { mergeAny } from "../../src/git/objects/trees/content-merge.ts";
import { type Propose, proposeTrees } from "../../src/landing/merge/proposals/propose.ts";
import { compareTrees } from "../../src/git/objects/trees/compare.ts";
import { meetingsOf } from "../../src/landing/merge/friction.ts";
import { leastFrictionFirst } from "../../src/landing/line/friction.ts";
import type { Case, Feature } from "./case.ts";
import { type Left, leftOf, nothingLeft } from "./left.ts";

/** How a conflict is resolved, and whether what landed is asked for again. */
export interface Contender {
  readonly name: string;
  /** `undefined`: a conflict stays one. */
  readonly propose: Propose | undefined;
  readonly isProven: boolean;
  /** Those that are least in the way of others go first. */
  readonly isOrdered: boolean;
}

export interface Yard {
  readonly git: Git;
  readonly objects: Objects;
  /** Whether a feature works in a tree; known answers are not asked for again. */
  readonly holds: (tree: TreeSha, feature: Feature) => Promise<boolean>;
  /** Candidates that one result may have. */
  readonly budget: number;
  readonly say: (line: string) => void;
}

export interface Outcome {
  readonly landed: readonly Feature[];
  readonly tree: TreeSha;
  /** Landed, but not working in the last tree. */
  readonly broken: readonly Feature[];
  readonly candidates: number;
  /** Spent on finding candidates, without testing them. */
  readonly proposingMs: number;
  /** What an agent gets of features that do not land. */
  readonly left: Left;
}

/** Lands features one after the other, each merged onto what landed before it. */
export async function landAll({ base, features: given }: Case, contender: Contender, yard: Yard): Promise<Outcome> {
  const features = contender.isOrdered ? await inOrder({ base, features: given }, yard) : given;
  if (contender.isOrdered) yard.say(`    order: ${features.map(({ name }) => name).join(" ")}`);
  let tree = base;
  const landed: Feature[] = [];
  const spent = { candidates: 0, proposingMs: 0 };
  let left = nothingLeft;
  for (const feature of features) {
    const sides = { base, ours: tree, theirs: feature.tree };
    const began = performance.now();
    const found = await candidates(sides, contender, yard);
    if (found.isProposed) spent.proposingMs += performance.now() - began;
    const tries = found.trees.slice(0, yard.budget);
    let accepted: TreeSha | undefined;
    for (const [at, one] of tries.entries()) {
      if (found.isProposed) spent.candidates += 1;
      if (contender.isProven && !(await worksFor(one.tree, [feature, ...landed], yard))) continue;
      accepted = one.tree;
      yard.say(
        `    ${contender.name}: feature ${feature.name} lands${found.isProposed ? ` by candidate ${String(at + 1)} of ${String(tries.length)}: ${one.why}` : ""}`,
      );
      break;
    }
    if (accepted === undefined) {
      yard.say(
        `    ${contender.name}: feature ${feature.name} does not land: ${String(tries.length)} candidates${found.why}`,
      );
      left = { byGit: left.byGit + found.left.byGit, handedOver: left.handedOver + found.left.handedOver };
      continue;
    }
    tree = accepted;
    landed.push(feature);
  }
  const broken: Feature[] = [];
  for (const feature of landed) if (!(await yard.holds(tree, feature))) broken.push(feature);
  return { landed, tree, broken, ...spent, left };
}

async function inOrder(
  { base, features }: Pick<Case, "base" | "features">,
  { objects }: Yard,
): Promise<readonly Feature[]> {
  const changes = await Promise.all(features.map(({ tree }) => compareTrees(objects, { from: base, to: tree })));
  return leastFrictionFirst(features, await meetingsOf(objects, changes));
}

interface Found {
  readonly trees: readonly { readonly tree: TreeSha; readonly why: string }[];
  readonly isProposed: boolean;
  readonly why: string;
  readonly left: Left;
}

async function candidates(
  sides: { base: TreeSha; ours: TreeSha; theirs: TreeSha },
  { propose }: Contender,
  { objects, git }: Yard,
): Promise<Found> {
  const merged = await mergeAny(objects, git, sides);
  if (merged.kind === "clean")
    return { trees: [{ tree: merged.tree, why: "" }], isProposed: false, why: "", left: nothingLeft };
  if (propose === undefined || merged.rest === undefined)
    return { trees: [], isProposed: false, why: " (conflict)", left: nothingLeft };
  const { proposals, objections, rests } = await proposeTrees(objects, merged.rest, { propose });
  await objects.flush();
  return {
    trees: proposals.map(({ tree, way, reason }) => ({ tree, why: `${way}: ${reason}` })),
    isProposed: true,
    left: await leftOf(objects, merged.rest, rests),
    why:
      objections.length === 0
        ? ""
        : `; ${objections
            .map(({ way, reason, objection }) => `${way} (${reason}) ${JSON.stringify(objection)}`)
            .slice(0, 3)
            .join("; ")}`,
  };
}

async function worksFor(tree: TreeSha, features: readonly Feature[], { holds }: Yard): Promise<boolean> {
  for (const feature of features) if (!(await holds(tree, feature))) return false;
  return true;
}
