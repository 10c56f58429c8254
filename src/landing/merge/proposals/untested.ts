import { firstFew, plural } from "../../../base/text.ts";
import { shownPath } from "../../../isolation/raw-path.ts";
import type { Objection } from "../certificate/certificate.ts";
import type { MergeProposal, ObjectionTo, Proposed } from "./propose.ts";

type Refused = Pick<Proposed, "objections" | "open" | "closed">;

/** Proposals that the certificate rejected, and files that no way merges: a sentence for each file. */
export function refusedWords({ objections, open, closed }: Refused): readonly string[] {
  const byPath = Map.groupBy(objections, ({ path }) => path);
  const refused = [...byPath].map(
    ([path, all]) => `${shownPath(path)}: the certificate rejected ${firstFew(all.map(objectionWords))}`,
  );
  const unmerged = open
    .filter((path) => !byPath.has(path))
    .map((path) =>
      closed.includes(path)
        ? `${shownPath(path)}: .gitattributes does not allow merging it as text`
        : `${shownPath(path)}: no way to merge it`,
    );
  return [...refused, ...unmerged];
}

function objectionWords({ way, reason, objection }: ObjectionTo): string {
  return `${way} (${reason}), which ${faultWords(objection)}`;
}

function faultWords(objection: Objection): string {
  switch (objection.kind) {
    case "lost":
      return `loses ${firstFew(objection.words)}`;
    case "revived":
      return `has ${firstFew(objection.words)} more often than either side wrote it`;
    case "rearranged":
      return `moves words of ${objection.side === "ours" ? "what landed" : "this sheet"}`;
    case "dangling":
      return "leaves a separator with nothing before it";
  }
}

interface Limits {
  /** Why no order may be chosen; `null`: it may. */
  readonly unguarded: string | null;
  readonly budget: number;
  readonly tested: number;
}

/** Proposals that may not be tested, a sentence for each reason. */
export function unallowedWords(
  proposals: readonly Pick<MergeProposal, "isPreserving">[],
  { unguarded, budget, tested }: Limits,
): readonly string[] {
  const ordered = unguarded === null ? [] : proposals.filter(({ isPreserving }) => !isPreserving);
  const left = proposals.length - ordered.length - tested;
  return [
    ...(ordered.length === 0
      ? []
      : [`${plural(ordered.length, "merge")} that choose an order, because ${unguarded ?? ""}`]),
    ...(left > 0 && tested >= budget
      ? [`${plural(left, "merge")} beyond landing.merge.budget (${String(budget)})`]
      : []),
  ];
}
