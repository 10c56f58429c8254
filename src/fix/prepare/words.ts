import { shownTool } from "../settings/folder.ts";
import { plural } from "../report/text.ts";
import type { CollectProgress } from "../../tools/collect.ts";
import { explainTools } from "../../tools/explain.ts";
import type { FixMade } from "./prepare.ts";

type ToolEnd = Extract<CollectProgress, { readonly kind: "ended" }>;

export function isToolEnd(progress: CollectProgress): progress is ToolEnd {
  return progress.kind === "ended";
}

export function toolWords({ tool, collected }: ToolEnd): string {
  const took = `${(collected.tookMs / 1000).toFixed(1)} s`;
  if (collected.kind === "failed") return `${shownTool(tool)} failed (${took}): ${collected.why}`;
  return `${shownTool(tool)}: ${plural(collected.findings.length, "finding")} (${took})`;
}

/** For `--explain`. */
export function explained({ tools, tests, unseen, decided: { options, said } }: FixMade): readonly string[] {
  const tested = tests.flatMap((test) =>
    test.kind === "usable"
      ? [`  ${test.name}: ${test.command.join(" ")} (because of ${test.because})`]
      : [`  ${test.name}: can't be run: ${test.why}`],
  );
  const named = [...said].flatMap(([key, source]) =>
    source === "default" ? [] : [`  ${key}: ${JSON.stringify(options[key])} (${source})`],
  );
  return [
    ...explainTools(tools),
    ...unseen,
    `tests: ${options.tests}${options.testCommand === null ? "" : `, by ${JSON.stringify(options.testCommand.run)}`}`,
    ...tested,
    ...(named.length === 0 ? [] : ["said otherwise than usual:", ...named]),
  ];
}
