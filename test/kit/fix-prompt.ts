import type { Finding } from "../../src/findings/finding.ts";
import type { Group, PreparedTool } from "../../src/intake/fix/model.ts";
import type { PromptMaterial } from "../../src/intake/fix/prompt/parts.ts";

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
    advice: new Map(),
    context: () => "const a = 1;\nconst x = 2;\nexport { a };\n",
    tried: [],
    room: 16_000,
    ...more,
  };
}
