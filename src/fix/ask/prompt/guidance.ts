import type { Strategy } from "../../../score/plan/agents/strategy.ts";
import { toolNamed } from "../../../findings/catalog.ts";
import { type AdviceBook, adviceFor } from "../advice/advice.ts";
import type { Group, PreparedTool } from "../../model.ts";
import { codeShown, toolShown } from "./findings.ts";
import { sizeOf } from "./quote.ts";
import { type RuleDoc, type RuleDocs, ruleKey } from "./rule-docs.ts";

/** A part of a prompt, for these strategies. */
export interface Part {
  readonly levels: readonly Strategy[];
  readonly text: string;
  /** Other prompts of the job have the same text. */
  readonly shared: boolean;
}

export interface Known {
  readonly advice: AdviceBook;
  readonly docs: RuleDocs;
}

const mostCodes = 8;

/** Bytes for the documentation of all rules in one prompt; beyond it, only summaries. */
const roomForDocs = 12_000;

/** Documentation and advice for the codes of a sheet, the most frequent first. */
export function guidance(group: Group, tools: readonly PreparedTool[], known: Known): readonly Part[] {
  const counts = new Map<string, { readonly tool: string; readonly code: string; count: number }>();
  for (const { tool, code } of group.findings) {
    if (code === null || code === "") continue;
    const key = ruleKey(tool, code);
    const kind = counts.get(key) ?? { tool, code, count: 0 };
    counts.set(key, kind);
    kind.count += 1;
  }
  const most = [...counts.values()].sort((one, other) => other.count - one.count).slice(0, mostCodes);
  let left = roomForDocs;
  const rules = most.map(({ tool, code }): Rule => {
    const doc = known.docs.get(ruleKey(tool, code)) ?? null;
    if (doc === null) return { tool, code, doc };
    left -= sizeOf(doc.whole);
    return { tool, code, doc: left >= 0 ? doc : { ...doc, whole: doc.short } };
  });
  // A tool that runs in several folders is one tool.
  const named = tools.filter(({ name }, place) => tools.findIndex((tool) => tool.name === name) === place);
  const parts = named.flatMap((tool) => ofTool(tool, rules, known.advice));
  return [
    ...titleOf(parts, ["normal"], "## Documentation"),
    ...titleOf(parts, ["detailed", "verbose"], "## Documentation and advice"),
    ...parts,
  ];
}

interface Rule {
  readonly tool: string;
  readonly code: string;
  readonly doc: RuleDoc | null;
}

function titleOf(parts: readonly Part[], levels: Part["levels"], text: string): readonly Part[] {
  return parts.some((part) => levels.some((level) => part.levels.includes(level)))
    ? [{ levels, text, shared: true }]
    : [];
}

function ofTool(tool: PreparedTool, rules: readonly Rule[], advice: AdviceBook): readonly Part[] {
  // A tool under a name of the user's has the advice of the known tool.
  const known = tool.format.kind === "tool" ? tool.format.tool : tool.name;
  const look = (code: string | null): string | null =>
    adviceFor(tool.name, code, advice) ?? (known === tool.name ? null : adviceFor(known, code, advice));
  const general = look(null);
  const says =
    `What ${[toolShown(tool.name), ...(tool.version === null ? [] : [toolShown(tool.version)])].join(" ")} says of it:`.replaceAll(
      "`",
      "'",
    );
  const codes = rules
    .filter((rule) => rule.tool === tool.name)
    .flatMap((rule) => ofRule(rule, { known, says, advice: look(rule.code) }));
  return [
    ...(general === null
      ? []
      : [
          {
            levels: ["detailed", "verbose"],
            text: `### ${nameShown(toolShown(tool.name))}\n\n${general}`,
            shared: true,
          } as const,
        ]),
    ...codes,
  ];
}

interface Around {
  readonly known: string;
  readonly says: string;
  readonly advice: string | null;
}

function ofRule({ code, doc }: Rule, { known, says, advice }: Around): readonly Part[] {
  const title = `### ${nameShown(toolShown(known))}: ${nameShown(codeShown(code))}`;
  const url = addressOf(known, code);
  const all = [
    ...(url === null ? [] : [`Documentation: <${url}>`]),
    ...(doc === null ? [] : [`${says}\n\n${doc.whole}`]),
    ...(advice === null ? [] : [advice]),
  ];
  return [
    ...(doc === null
      ? []
      : [{ levels: ["normal"], text: `${title}\n\n${says}\n\n${doc.short}`, shared: true } as const]),
    ...(all.length === 0
      ? []
      : [{ levels: ["detailed", "verbose"], text: [title, ...all].join("\n\n"), shared: true } as const]),
  ];
}

/** As code, so that Markdown in it has no meaning. */
function nameShown(name: string): string {
  return `\`${name.replaceAll("`", "'")}\``;
}

/** The code is data: only a plain address is shown. */
function addressOf(tool: string, code: string): string | null {
  const url = toolNamed(tool)?.ruleUrl?.(code) ?? null;
  return url !== null && /^https:\/\/[\w.-]+\/[\w.~/#?=&%@:,+-]{0,300}$/.test(url) ? url : null;
}
