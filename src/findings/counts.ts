import type { Finding } from "./finding.ts";

/** Counts by code; `""`: no code. */
export interface FindingCounts {
  readonly tool: string;
  readonly fixed: Readonly<Record<string, number>>;
  readonly remaining: Readonly<Record<string, number>>;
  readonly introduced: Readonly<Record<string, number>>;
}

export function countByCode(findings: readonly Finding[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code ?? "", (counts.get(code ?? "") ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
