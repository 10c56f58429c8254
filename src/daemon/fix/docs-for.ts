import type { Collected, Group } from "../../intake/fix/model.ts";
import { noRuleDocs } from "../../intake/fix/prompt/rule-docs.ts";
import { askRuleDocs, type DocsPlace, type FoundDocs } from "../../tools/rule-docs/ask.ts";
import { ruleDocsProgram } from "../../tools/rule-docs/program.ts";

interface Wanted {
  readonly groups: readonly Group[];
  readonly collected: readonly Collected[];
  /** Whether an agent will read it. */
  readonly isAsked: boolean;
}

/** What the tools that found something say of their rules themselves. */
export async function docsFor(
  { groups, collected, isAsked }: Wanted,
  place: Omit<DocsPlace, "program">,
): Promise<FoundDocs> {
  if (!isAsked) return { docs: noRuleDocs, notes: [] };
  return askRuleDocs(groups, collected, { ...place, program: ruleDocsProgram() });
}
