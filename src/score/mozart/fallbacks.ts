import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import type { MozartAgents } from "./agents.ts";
import { aliasOf } from "./choice.ts";
import type { MozartScore } from "./schema.ts";

interface Place {
  readonly agents: MozartAgents;
  readonly report: Report;
}

/** Who takes over where nothing else is said. */
export function mainFallbacks(score: MozartScore, place: Place): { readonly fallbacks?: string[] } {
  const { instrument_fallbacks: written } = score;
  return written === undefined || written.length === 0
    ? {}
    : { fallbacks: named(score, written, { ...place, path: ["instrument_fallbacks"] }) };
}

/**
 * Who takes over for a stage, when that is said of it: the word nearest to the stage goes first, and nobody is a word
 * too.
 */
export function fallbacksFor(score: MozartScore, stage: number, place: Place): { readonly fallbacks?: string[] } {
  const own = score.sheet.per_sheet_fallbacks[stage];
  if (own !== undefined)
    return { fallbacks: named(score, own, { ...place, path: ["sheet", "per_sheet_fallbacks", String(stage)] }) };
  const ofMovement = score.movements[stage]?.instrument_fallbacks;
  if (ofMovement === undefined) return {};
  return {
    fallbacks: named(score, ofMovement, { ...place, path: ["movements", String(stage), "instrument_fallbacks"] }),
  };
}

function named(
  score: MozartScore,
  written: readonly string[],
  { agents, report, path }: Place & { readonly path: KeyPath },
): string[] {
  return written.flatMap((instrument, index) => {
    const name = agents.fallbackFor({ instrument, model: aliasOf(score, instrument)?.config?.model ?? null });
    if (name !== null) return [name];
    report(
      "V211",
      [...path, index],
      `this version has no agent ${JSON.stringify(instrument)}: it takes over from nobody`,
    );
    return [];
  });
}
