import { toolNamed } from "../../../findings/catalog.ts";
import { adviceFor } from "../advice/lookup.ts";
import type { Group, PreparedTool } from "../model.ts";
import { codeShown, toolShown } from "./findings.ts";

/** A part of a prompt; what is `shared` is said in other prompts of the job too. */
export interface Piece {
  readonly text: string;
  readonly shared: boolean;
}

const mostCodes = 8;

/** Advice and documentation for the codes of a sheet, those first that it has most of. */
export function guidance(group: Group, tools: readonly PreparedTool[], overrides: ReadonlyMap<string, string>): readonly Piece[] {
  const counts = new Map<string, { readonly tool: string; readonly code: string; count: number }>();
  for (const { tool, code } of group.findings) {
    if (code === null || code === "") continue;
    const key = JSON.stringify([tool, code]);
    const kind = counts.get(key) ?? { tool, code, count: 0 };
    counts.set(key, kind);
    kind.count += 1;
  }
  const most = [...counts.values()].sort((one, other) => other.count - one.count).slice(0, mostCodes);
  return tools.flatMap((tool) => ofTool(tool, most, overrides));
}

function ofTool(
  tool: PreparedTool,
  kinds: readonly { readonly tool: string; readonly code: string }[],
  overrides: ReadonlyMap<string, string>,
): readonly Piece[] {
  // A tool under a name of the user's is still read as the one of the catalogue.
  const known = tool.format.kind === "tool" ? tool.format.tool : tool.name;
  const look = (code: string | null): string | null =>
    adviceFor(tool.name, code, overrides) ?? (known === tool.name ? null : adviceFor(known, code, overrides));
  const general = look(null);
  const codes = kinds.filter((kind) => kind.tool === tool.name).flatMap(({ code }) => ofCode({ known, code, advice: look(code) }));
  return [...(general === null ? [] : [{ text: `### ${nameShown(toolShown(tool.name))}\n\n${general}`, shared: true }]), ...codes];
}

function ofCode({ known, code, advice }: { readonly known: string; readonly code: string; readonly advice: string | null }): readonly Piece[] {
  const url = addressOf(known, code);
  const parts = [...(url === null ? [] : [`Documentation: <${url}>`]), ...(advice === null ? [] : [advice])];
  return parts.length === 0 ? [] : [{ text: [`### ${nameShown(toolShown(known))}: ${nameShown(codeShown(code))}`, ...parts].join("\n\n"), shared: true }];
}

/** As code, so that nothing in it is taken for Markdown. */
function nameShown(name: string): string {
  return `\`${name.replaceAll("`", "'")}\``;
}

/** Made of the code, which is data: what is no plain address is not shown. */
function addressOf(tool: string, code: string): string | null {
  const url = toolNamed(tool)?.ruleUrl?.(code) ?? null;
  return url !== null && /^https:\/\/[\w.-]+\/[\w.~/#?=&%@:,+-]{0,300}$/.test(url) ? url : null;
}
