import { flat } from "../../score/one-line.ts";

/** Rules of which prompts have no documentation, though their tool could be asked. */
export interface Missing {
  /** `null`: of any. */
  readonly tool: string | null;
  readonly rules: number;
  readonly why: string;
}

export function missingNotes(missing: readonly Missing[]): readonly string[] {
  const rules = missing.reduce((sum, one) => sum + one.rules, 0);
  if (rules === 0) return [];
  const kinds = Map.groupBy(missing, ({ tool, why }) => (tool === null ? why : `${flat(tool)}: ${why}`));
  const reasons = [...kinds]
    .map(([what, of]) => `${what} (${String(of.reduce((sum, one) => sum + one.rules, 0))})`)
    .toSorted();
  const what = rules === 1 ? "1 rule has" : `${String(rules)} rules have`;
  return [
    `${what} no documentation of the tool's own in the prompts, only an address and advice: ${reasons.join("; ")}`,
  ];
}
