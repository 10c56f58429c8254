import type { Sides } from "../../../git/objects/trees/merge.ts";
import { type Align, alignLines, alignTokens } from "./align.ts";
import { mergeTokens, type OpenMerge } from "./merge-tokens.ts";
import type { OptionName } from "./options.ts";
import { type Rest, restOf } from "./rest.ts";
import { onePlace, type Proposal, type WayName, wayNames } from "./proposal.ts";
import { type Token, type Tokens, tokensOf } from "./text.ts";
import { alignTrees } from "./tree/align-trees.ts";
import type { Branch } from "./tree/branch.ts";

/** The tree of a text; `undefined`: it has errors, or no grammar reads it. */
export type ReadTree = (text: string, tokens: readonly Token[]) => Branch | undefined;

/** The merges of three texts by one way. */
export interface Made {
  /** First the likeliest for all places, then other orders. */
  readonly proposals: readonly Proposal[];
  /** The rest for a person or an agent, with everything else merged. */
  readonly rest: Rest;
}

export function madeBy(way: WayName, texts: Sides<string>, { readTree, outline, most }: Means): Made {
  const sides = { base: tokensOf(texts.base), ours: tokensOf(texts.ours), theirs: tokensOf(texts.theirs) };
  const align =
    way === "tree" ? treeAlign(texts, sides, { readTree, outline }) : way === "tokens" ? alignTokens : alignLines;
  const merge = mergeTokens(sides, {
    ours: align(sides.base.list, sides.ours.list),
    theirs: align(sides.base.list, sides.theirs.list),
  });
  return { proposals: proposalsOf(way, merge, most), rest: restOf(merge.sideText("ours"), merge.sideText("theirs")) };
}

interface Means {
  readonly readTree: ReadTree;
  /** Where there is no tree. */
  readonly outline: (tokens: readonly Token[]) => Branch;
  /** Proposals of one way at most. */
  readonly most: number;
}

/** Where one of the texts has no tree, all are read by their outline. */
function treeAlign(
  texts: Sides<string>,
  sides: Sides<Tokens>,
  { readTree, outline }: Pick<Means, "readTree" | "outline">,
): Align {
  const names = ["base", "ours", "theirs"] as const;
  const trees = new Map(names.map((name) => [sides[name].list, readTree(texts[name], sides[name].list)]));
  const areAllRead = [...trees.values()].every((tree) => tree !== undefined);
  const rootOf = (tokens: readonly Token[]): Branch => (areAllRead ? trees.get(tokens) : undefined) ?? outline(tokens);
  return (base, side) =>
    alignTrees({ base: { tokens: base, root: rootOf(base) }, side: { tokens: side, root: rootOf(side) } });
}

function proposalsOf(way: WayName, merge: OpenMerge, most: number): readonly Proposal[] {
  if (merge.hasStranded) return [];
  const seen = new Map<string, Proposal>();
  for (const { chosen, reason, step } of orders(merge)) {
    if (seen.size >= most) break;
    const text = merge.text(chosen);
    const rank = step * wayNames.length + wayNames.indexOf(way);
    if (!seen.has(text)) seen.set(text, { way, reason, rank, text, isPreserving: merge.isDisjoint });
  }
  return [...seen.values()];
}

interface Order {
  readonly chosen: readonly number[];
  readonly reason: string;
  readonly step: number;
}

/** One rule for all places first; then each place by itself in another order. */
function* orders({ choices }: OpenMerge): Generator<Order> {
  if (choices.length === 0) {
    yield { chosen: [], reason: "the changes lie apart", step: 0 };
    return;
  }
  const rule = (preferred: readonly OptionName[]): readonly number[] =>
    choices.map(({ options }) => {
      const found = preferred.map((name) => options.findIndex((option) => option.name === name)).find((at) => at >= 0);
      return found ?? 0;
    });
  yield { chosen: choices.map(() => 0), reason: "both additions, the landed one first", step: 0 };
  yield {
    chosen: rule(["contained", "shared end, theirs first", "theirs first"]),
    reason: "both additions, the new one first",
    step: 1,
  };
  yield { chosen: rule(["contained", "woven"]), reason: "both additions, common lines once", step: 2 };
  yield {
    chosen: rule(["contained", "woven, theirs first"]),
    reason: "both additions, common lines once, the new one first",
    step: 3,
  };
  const first = choices.map(() => 0);
  let step = onePlace;
  for (const [place, { options }] of choices.entries())
    for (const [at, { name }] of options.entries())
      if (at > 0)
        yield {
          chosen: first.with(place, at),
          reason: `place ${String(place + 1)} of ${String(choices.length)}: ${name}`,
          step: (step += 1),
        };
}
