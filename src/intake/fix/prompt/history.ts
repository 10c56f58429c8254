import type { Finding } from "../../../findings/finding.ts";
import { addUp } from "../learning.ts";
import type { Tally } from "../../../findings/tally.ts";
import { strategies } from "../../../score/strategy.ts";
import { codeShown, toolShown } from "./findings.ts";
import { fenced } from "./quote.ts";

const mostLines = 20;

/** What was tried before for the kinds of a sheet's findings, and how it ended; `null`: nothing was. */
export function history(findings: readonly Finding[], tried: readonly Tally[]): string | null {
  const kinds = new Set(findings.map(({ tool, code }) => JSON.stringify([tool, code ?? ""])));
  // Who did it makes no difference to how it can be done.
  const known = addUp(
    tried.filter(({ tool, code }) => kinds.has(JSON.stringify([tool, code]))).map((tally) => ({ ...tally, agent: "" })),
  );
  if (known.length === 0) return null;
  const lines = [...known].sort(byKindAndLevel).map(lineOf);
  const more = lines.length > mostLines ? [`and ${String(lines.length - mostLines)} lines more`] : [];
  return fenced([...lines.slice(0, mostLines), ...more].join("\n"));
}

function lineOf({ tool, code, strategy, tried, fixed, introduced }: Tally): string {
  const how = strategy === "autofix" ? "the tool's own fixes" : `${strategy} prompts`;
  const new_ = introduced === 0 ? "" : `; ${String(introduced)} new of the kind came in`;
  return `${toolShown(tool)}, ${codeShown(code)}, with ${how}: ${String(fixed)} of ${String(tried)} mended${new_}`;
}

function byKindAndLevel(one: Tally, other: Tally): number {
  const [left, right] = [JSON.stringify([one.tool, one.code]), JSON.stringify([other.tool, other.code])];
  if (left !== right) return left < right ? -1 : 1;
  const levelOf = ({ strategy }: Tally): number => (strategy === "autofix" ? -1 : strategies.indexOf(strategy));
  return levelOf(one) - levelOf(other);
}
