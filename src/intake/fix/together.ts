import { shownTool } from "./folder.ts";
import type { Collected } from "./model.ts";
import { allFindings } from "./said-by.ts";

/**
 * What tools of one name said together, each in its folder. Where one of them broke, it is not known what they would
 * find together.
 */
export function together(collected: readonly Collected[]): readonly Collected[] {
  return [...Map.groupBy(collected, ({ tool }) => tool.name).values()].flatMap((same): readonly Collected[] => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    const tookMs = same.reduce((sum, one) => sum + one.tookMs, 0);
    const failures = same.flatMap((one) => (one.kind === "failed" ? [`${shownTool(one.tool)}: ${one.why}`] : []));
    if (failures.length > 0) return [{ kind: "failed", tool: first.tool, why: failures.join("; "), tookMs }];
    return [{ kind: "read", tool: first.tool, findings: allFindings(same), tookMs }];
  });
}
