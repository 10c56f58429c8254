import type { Flake, Quarantine } from "../../../store/verdict.ts";

/** Runs in a row that have to pass at once before a gate is believed as others are. */
export const cleanRuns = 20;

/** How often a gate that fails is run again on the same tree. */
export function runsAgain(quarantine: Quarantine | undefined): number {
  return quarantine === undefined ? 1 : 2;
}

/** How one question to a gate ended, whatever number of runs it took. */
export type Answered =
  | { readonly kind: "clean" }
  | { readonly kind: "flaky"; readonly flake: Flake }
  /** Failed each time: which says nothing about how steady it is. */
  | { readonly kind: "failed" };

/** What is known of a gate after it was asked; `null`: it is not, or no longer, in quarantine. */
export function nextQuarantine(
  before: Quarantine | undefined,
  gate: { readonly digest: string; readonly name: string },
  asked: Answered,
): Quarantine | null {
  if (asked.kind === "flaky") {
    const { flake } = asked;
    if (before === undefined) return { ...gate, since: flake.at, flakes: 1, runs: 1, clean: 0, last: flake };
    return { ...before, name: gate.name, flakes: before.flakes + 1, runs: before.runs + 1, clean: 0, last: flake };
  }
  if (before === undefined) return null;
  const clean = asked.kind === "clean" ? before.clean + 1 : before.clean;
  return clean >= cleanRuns ? null : { ...before, name: gate.name, runs: before.runs + 1, clean };
}
