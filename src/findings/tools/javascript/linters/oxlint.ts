import { type Finding, type Reading, severityOf } from "../../../finding.ts";
import { array, get, text, whole } from "../../../formats/json.ts";
import type { Tool, ToolOutput } from "../../../tool.ts";
import { jsonIn } from "../../config/reading.ts";
import { broken } from "../broken.ts";
import { configuredBy, dependedOn, scripts } from "../node-project.ts";

const name = "oxlint";

export const oxlint: Tool = {
  name,
  program: "oxlint",
  home: "node",
  looksAt: [...scripts, "*.vue", "*.svelte", "*.astro"],
  reach: "file",
  args: ["--format", "json", "--no-error-on-unmatched-pattern"],
  everything: ["."],
  fixArgs: ["--fix", "--no-error-on-unmatched-pattern"],
  fixesUntold: true,
  takesNearest: true,
  detect: (project) =>
    configuredBy(project, [".oxlintrc.json", ".oxlintrc.jsonc", "oxlint.config.ts", "oxlint.config.mts"]) ??
    dependedOn(project, "oxlint"),
  read,
  silencers: ["(?:oxlint|eslint)-disable"],
  ruleUrl: (code) => {
    const [, plugin = "", rule = ""] = /^([a-z\d-]{1,40})\(([a-z\d-]{1,80})\)$/.exec(code) ?? [];
    if (rule === "") return null;
    return `https://oxc.rs/docs/guide/usage/linter/rules/${plugin.replace(/^eslint-plugin-|-eslint$/, "")}/${rule}.html`;
  },
};

function read(output: ToolOutput): Reading {
  const diagnostics = get(jsonIn(reportIn(output.stdout)), "diagnostics");
  if (!Array.isArray(diagnostics)) return broken(output, " and left no whole report");
  if (output.code !== 0 && output.code !== 1) return broken(output);
  const findings = diagnostics.map(findingOf);
  return output.code === 1 && findings.length === 0 ? broken(output, " without a finding") : { kind: "read", findings };
}

/** Its plugins are scripts, and print what they like before it prints the report. */
function reportIn(stdout: string): string {
  return stdout.slice(Math.max(0, stdout.lastIndexOf('\n{ "diagnostics"')));
}

function findingOf(diagnostic: unknown): Finding {
  const span = get(array(get(diagnostic, "labels"))[0], "span");
  const word = text(get(diagnostic, "severity"));
  return {
    tool: name,
    file: text(get(diagnostic, "filename")) ?? "",
    line: whole(get(span, "line")),
    column: whole(get(span, "column")),
    // Only what it can't parse has none.
    code: text(get(diagnostic, "code")) ?? "parse-error",
    message: text(get(diagnostic, "message")) ?? "",
    severity: word === "advice" ? "info" : severityOf(word),
    // It does not say which it can fix.
    fixable: false,
  };
}
