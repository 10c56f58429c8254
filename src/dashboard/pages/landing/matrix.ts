import type { RadarName, RadarPair, RadarView } from "../../../api/contract/landing.ts";

type Relation = "collides" | "meets" | "unknown";

export interface Met {
  readonly kind: Relation;
  /** Their relation, as a sentence. */
  readonly words: string;
}

export interface Matrix {
  /** In the order in which they would land with few conflicts. */
  readonly sheets: readonly RadarName[];
  /** How many sheets with work are not shown. */
  readonly more: number;
  /** By both names, either way round; the target's name is empty. */
  readonly met: ReadonlyMap<string, Met>;
}

/** A person reads no larger table. */
const most = 40;

export const nameOf = ({ job, sheet }: RadarName): string => `${job}/${sheet}`;
export const pairOf = (one: string, other: string): string => [one, other].toSorted().join(" ");

/** Who is what to whom. Sheets without a collision are omitted if there is no room. */
export function matrixOf(view: RadarView): Matrix {
  const met = new Map<string, Met>();
  const put = ({ left, right }: RadarPair, one: Met): void =>
    void met.set(pairOf(nameOf(left), right === null ? "" : nameOf(right)), one);
  for (const pair of view.unjudged) put(pair, { kind: "unknown", words: pair.why });
  for (const pair of view.meetings)
    put(pair, { kind: "meets", words: `both change ${withMore(pair.at, pair.paths)}, and merge` });
  for (const pair of view.collisions)
    put(pair, {
      kind: "collides",
      words: withMore(
        pair.at.map(({ kind, path }) => `${kind} in ${path}`),
        pair.paths,
      ),
    });
  const withWork = new Set(view.sheets.filter(({ from }) => from !== null).map(nameOf));
  const named = view.order.filter((one) => withWork.has(nameOf(one)));
  const involved = new Set([...met.keys()].flatMap((key) => key.split(" ")));
  const sheets = named.length <= most ? named : named.filter((one) => involved.has(nameOf(one))).slice(0, most);
  return { sheets, more: named.length - sheets.length, met };
}

function withMore(words: readonly string[], count: number): string {
  const rest = count - words.length;
  return words.join(", ") + (rest > 0 ? ` and ${String(rest)} more` : "");
}
