import type { Layer } from "../../../landing/candidate.ts";
import type { Ground, Head, Proven } from "../../../landing/ground.ts";
import { levelOf } from "../../../landing/line/level.ts";
import { needsOwn } from "../../../landing/queue/line.ts";
import { gateVerdict } from "../../../landing/queue/news.ts";
import { redTarget } from "../../../landing/queue/turn.ts";
import { type Verdict, mayLand } from "../../../sheet/verdict.ts";

export type Proof =
  | { readonly kind: "proven"; readonly proven: Proven }
  | { readonly kind: "rejected"; readonly verdict: Verdict }
  | { readonly kind: "called-off" };

/**
 * Asks of a merged tree what a landing would have to pass: its sheet's validations, and the target's gates. Throws when
 * the target itself is red.
 */
export async function prove(
  ground: Ground,
  { head, layer }: { head: Head; layer: Layer },
  cancel: AbortSignal,
): Promise<Proof> {
  const isOff = (): boolean => cancel.aborted;
  const own = needsOwn(layer) ? await ground.validate(layer, cancel) : null;
  if (isOff()) return { kind: "called-off" };
  if (own !== null && !mayLand(own)) return { kind: "rejected", verdict: own };
  const gates = await ground.gates(head, layer.candidate);
  const reports = gates.length === 0 ? [] : await ground.test({ tree: layer.tree, head, gates, cancel });
  if (isOff()) return { kind: "called-off" };
  if (reports.every(({ passed }) => passed))
    return { kind: "proven", proven: { layer, level: levelOf(layer, own, reports), gates: reports } };
  // Nobody is blamed for what fails without them as well.
  const before = await ground.test({ tree: head.tree, head, gates, cancel });
  if (isOff()) return { kind: "called-off" };
  if (before.some(({ passed }) => !passed)) throw redTarget(ground.ref, before);
  return { kind: "rejected", verdict: gateVerdict(reports) };
}
