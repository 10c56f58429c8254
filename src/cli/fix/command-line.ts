import type { FixCommand } from "../commands/fix.ts";

/** The options as commander hands them over: by the names of the command line. */
export interface FixWords
  extends Omit<
    FixCommand,
    | "paths"
    | "tools"
    | "codes"
    | "dirty"
    | "fallbacks"
    | "continueOnError"
    | "timeoutMs"
    | "costPerJobUsd"
    | "noRecheck"
  > {
  readonly tool?: readonly string[];
  readonly code?: readonly string[];
  readonly includeDirty?: true;
  readonly fallback?: readonly string[];
  readonly stopOnFailure?: true;
  readonly timeout?: number;
  readonly maxCost?: number;
  readonly recheck?: boolean;
}

export function fixCommand(paths: readonly string[], words: FixWords): FixCommand {
  const { tool, code, includeDirty, fallback, stopOnFailure, timeout, maxCost, recheck, autofix, ...same } = words;
  return {
    ...same,
    paths,
    tools: tool,
    codes: code,
    dirty: includeDirty,
    fallbacks: fallback,
    // Commander says yes where nothing was said: then the project's settings have a word.
    autofix: autofix === false ? false : undefined,
    continueOnError: stopOnFailure === true ? false : undefined,
    timeoutMs: timeout,
    costPerJobUsd: maxCost,
    ...(recheck === false ? { noRecheck: true } : {}),
  };
}
