import { distance } from "./distance.ts";
import { withSharedChanges } from "./shared.ts";
import { boundsOf, type Tally, tallyOf, wordsOf } from "./tally.ts";

/** Texts of one file on all sides; `undefined`: the file is not there. */
export interface Merged {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

/** Why a merged text is no merge of both sides. */
export type Objection =
  | { readonly kind: "lost"; readonly words: readonly string[] }
  | { readonly kind: "revived"; readonly words: readonly string[] }
  | { readonly kind: "rearranged"; readonly side: "ours" | "theirs" }
  /** A separator with nothing before it, which neither side has: some grammars take it, and no program should. */
  | { readonly kind: "dangling" };

const mostNamed = 5;
/** Larger changes are judged by their words alone: time grows with the square. */
const mostSteps = 20_000;

/**
 * Whether a text has every word that either side added, lacks every one that either removed, and differs from each side
 * by no more than the other side changed. Knows nothing of how it was merged. `undefined`: it does.
 */
export function objectionTo({ base, ours, theirs, merged }: Merged): Objection | undefined {
  const words = { base: wordsOf(base), ours: wordsOf(ours), theirs: wordsOf(theirs), merged: wordsOf(merged) };
  return (
    countObjection(words, () => {
      const shared = withSharedChanges(base, ours, theirs);
      return shared === undefined ? undefined : tallyOf(wordsOf(shared));
    }) ??
    danglingObjection(words) ??
    orderObjection(words, "ours") ??
    orderObjection(words, "theirs")
  );
}

type Words = Readonly<Record<keyof Merged, readonly string[]>>;

/** `shared`: of the base with what both sides changed alike. It is found only where the base alone does not do. */
function countObjection(words: Words, shared: () => Tally | undefined): Objection | undefined {
  const first = countsOff(words, [tallyOf(words.base)]);
  if (first === undefined) return undefined;
  const alike = shared();
  return alike === undefined ? first : countsOff(words, [tallyOf(words.base), alike]);
}

/** A count is right if it is so for one of these bases, or lies between. */
function countsOff(words: Words, bases: readonly Tally[]): Objection | undefined {
  const [ours, theirs, merged] = [words.ours, words.theirs, words.merged].map(tallyOf);
  const lost: string[] = [];
  const revived: string[] = [];
  for (const word of new Set([...words.base, ...words.ours, ...words.theirs, ...words.merged])) {
    const of = (tally: Tally | undefined): number => tally?.get(word) ?? 0;
    const bounds = bases.map((base) => boundsOf(of(base), of(ours), of(theirs)));
    if (of(merged) < Math.min(...bounds.map(({ least }) => least))) lost.push(word);
    if (of(merged) > Math.max(...bounds.map(({ most }) => most))) revived.push(word);
  }
  if (lost.length > 0) return { kind: "lost", words: lost.slice(0, mostNamed) };
  return revived.length > 0 ? { kind: "revived", words: revived.slice(0, mostNamed) } : undefined;
}

function danglingObjection({ base, ours, theirs, merged }: Words): Objection | undefined {
  const isDangling = (before: string): boolean => {
    const count = (words: readonly string[]): number =>
      words.filter((word, at) => word === "," && words[at - 1] === before).length;
    return count(merged) > boundsOf(count(base), count(ours), count(theirs)).most;
  };
  return ["(", "[", "{", ",", ";", "}"].some(isDangling) ? { kind: "dangling" } : undefined;
}

/** Separators may differ by as many as there are lists that both extended. */
function orderObjection(words: Words, side: "ours" | "theirs"): Objection | undefined {
  const other = side === "ours" ? words.theirs : words.ours;
  const [base, own, changed, merged] = [words.base, words[side], other, words.merged].map((list) =>
    list.filter((word) => word !== "," && word !== ";"),
  );
  if (base === undefined || own === undefined || changed === undefined || merged === undefined) return undefined;
  const allowed = distance(base, changed, mostSteps);
  if (allowed === undefined) return undefined;
  return distance(own, merged, allowed) === undefined ? { kind: "rearranged", side } : undefined;
}
