import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import type { TemplateEngine } from "../template/engine.ts";
import type { KeptRule } from "./rules.ts";

/**
 * How much work a score asks for before anything is played. What is little for one sheet is much for all of them, and
 * a small file can ask for a hundred thousand.
 */
export interface Effort {
  /** Counts what choosing a sheet's rules takes. */
  rules(kept: readonly KeptRule[]): void;
  /** Whether it was too much by now, which is told once. */
  isTooMuch(path: KeyPath): boolean;
}

// In steps of the template engine, of which there are some ten million a second. The prompt of a sheet takes a few
// hundred.
const atLeast = 3_000_000;
const perSheet = 2_000;

export function effortFor(sheets: number, engine: TemplateEngine, report: Report): Effort {
  const limit = atLeast + perSheet * sheets;
  const weights = new Map<readonly KeptRule[], number>();
  let steps = 0;
  let isTold = false;
  return {
    rules(kept) {
      const weight = weights.get(kept) ?? weightOf(kept);
      weights.set(kept, weight);
      steps += weight;
    },
    isTooMuch(path) {
      if (steps + engine.spent() <= limit) return false;
      if (!isTold) report("V020", path, "its templates and conditions take too long for so many sheets");
      isTold = true;
      return true;
    },
  };
}

function weightOf(kept: readonly KeptRule[]): number {
  return kept.reduce((sum, { when }) => sum + 10 + (when?.text.length ?? 0) / 5, 0);
}
