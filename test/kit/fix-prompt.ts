import type { Finding } from "../../src/findings/finding.ts";
import type { Group, PreparedTool } from "../../src/fix/model.ts";
import {
  type PromptMaterial,
  partsOf,
  promptTemplate,
  type SharedTexts,
  sharedTexts,
} from "../../src/fix/ask/prompt/prompt.ts";
import type { Strategy } from "../../src/score/plan/agents/strategy.ts";
import { scoreEngine, templateVariables } from "../../src/score/template/variables.ts";
import { shippedAdvice } from "./fix-advice.ts";

export function makeFinding(more: Partial<Finding> = {}): Finding {
  return {
    tool: "eslint",
    file: "src/a.ts",
    line: 2,
    column: 7,
    code: "no-unused-vars",
    message: "'x' is assigned a value but never used.",
    severity: "error",
    fixable: false,
    ...more,
  };
}

export function makeGroup(findings: readonly Finding[], more: Partial<Group> = {}): Group {
  const files = [...new Set(findings.map(({ file }) => file))].sort();
  return { id: "a", name: files[0] ?? "", files, findings, fixable: 0, ...more };
}

export function makePrepared(more: Partial<PreparedTool> = {}): PreparedTool {
  const name = more.name ?? "eslint";
  return {
    name,
    folder: "",
    argv: [name],
    everything: ["."],
    env: {},
    format: { kind: "tool", tool: name },
    reach: "file",
    looksAt: ["*.ts"],
    fixArgv: null,
    silencers: [],
    config: null,
    because: "",
    foundBy: "",
    version: null,
    timeoutMs: 1000,
    ...more,
  };
}

export function makeMaterial(more: Partial<PromptMaterial> = {}): PromptMaterial {
  return {
    group: makeGroup([makeFinding()]),
    tools: [makePrepared()],
    advice: shippedAdvice,
    docs: new Map(),
    context: () => "const a = 1;\nconst x = 2;\nexport { a };\n",
    tried: [],
    room: 16_000,
    ...more,
  };
}

/** As the engine fills a template in for an agent's attempt. */
export function rendered(template: string, texts: SharedTexts, effort: number): string {
  const result = scoreEngine(templateVariables(texts.variables())).render({ text: template, includes: {} }, { effort });
  return result.kind === "text" ? result.text : `wrong: ${result.why}`;
}

/** A sheet's prompt of one strategy, as an agent gets it. */
export function promptFor(material: PromptMaterial, strategy: Strategy): string {
  const texts = sharedTexts();
  return rendered(promptTemplate({ ...material, ladder: [strategy] }, texts), texts, 0);
}

/** The intended prompt, without the changes that a template makes to letters. */
export function meantBy(material: PromptMaterial, strategy: Strategy): string {
  const parts = partsOf(material).filter(({ levels }) => levels.includes(strategy));
  return parts.map(({ text }) => text).join("\n\n");
}
