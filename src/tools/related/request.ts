export type Runner = "vitest" | "jest" | "pytest";

export interface RelatedRequest {
  readonly runner: Runner;
  readonly program: readonly [string, ...string[]];
  readonly full: readonly [string, ...string[]];
}

const fullMark = "--full";

export function argumentsOf({ runner, program, full }: RelatedRequest): readonly string[] {
  return [runner, ...program, fullMark, ...full];
}

export function requestOf(args: readonly string[]): RelatedRequest | null {
  const [first, ...rest] = args;
  const mark = rest.indexOf(fullMark);
  const runner = runners.find((candidate) => candidate === first);
  const [program, ...programRest] = rest.slice(0, Math.max(0, mark));
  const [full, ...fullRest] = rest.slice(mark + 1);
  if (runner === undefined || mark === -1 || program === undefined || full === undefined) return null;
  return { runner, program: [program, ...programRest], full: [full, ...fullRest] };
}

const runners: readonly Runner[] = ["vitest", "jest", "pytest"];
