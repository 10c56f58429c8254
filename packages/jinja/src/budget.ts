import { fault } from "./fault.ts";

/**
 * The limits of one rendering. Everything that is made costs by its size, so that neither time nor memory can be had
 * without paying: a step is a node evaluated, an item of a list made, or 64 characters of text made.
 */
export interface Budget {
  steps: number;
  /** How deep evaluation stands at the moment. */
  depth: number;
}

// A prompt of a few thousand lines with its loops needs some ten thousand; an endless one ends within a second.
const maxSteps = 1_000_000;
const maxDepth = 500;
export const maxTextLength = 16 * 1024 * 1024;

export function newBudget(): Budget {
  return { steps: maxSteps, depth: 0 };
}

export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw fault("the template takes too long; does a loop not end?");
}

/** To be asked before text of this length is made. */
export function spendText(budget: Budget, length: number): void {
  if (!(length <= maxTextLength)) throw fault("the template takes too much memory");
  spend(budget, Math.ceil(length / 64));
}

/** To be asked before a text is looked for in another: at worst every character is compared with every other. */
export function spendSearch(budget: Budget, text: string, part: string): void {
  spend(budget, text.length / 64 + (text.length * part.length) / 4096);
}

/** To be asked before this many items are made. */
export function spendItems(budget: Budget, count: number): void {
  if (!(count <= maxSteps)) throw fault("the template takes too much memory");
  spend(budget, count);
}

/** Depth is given back by `leave`; after a fault nothing is evaluated any more, so it need not be. */
export function enter(budget: Budget): void {
  spend(budget, 1);
  budget.depth++;
  if (budget.depth > maxDepth)
    throw fault(
      "the template's recursion limit is reached: a macro calls itself, or an expression is nested too deeply",
    );
}

export function leave(budget: Budget): void {
  budget.depth--;
}
