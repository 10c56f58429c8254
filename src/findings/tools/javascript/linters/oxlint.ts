import { findingIn } from "../../../finding.ts";
import { array, get, jsonIn } from "../../../formats/json.ts";
import type { Tool } from "../../../tool.ts";
import { broken, found } from "../../config/reading.ts";
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
  read: (output) => {
    // Plugins may print anything before the report.
    const report = output.stdout.slice(Math.max(0, output.stdout.lastIndexOf('\n{ "diagnostics"')));
    const diagnostics = get(jsonIn(report), "diagnostics");
    if (!Array.isArray(diagnostics)) return broken(output, " and left no whole report");
    if (output.code > 1) return broken(output);
    const findings = diagnostics.map((diagnostic: unknown) => {
      const finding = findingIn(name, { diagnostic, label: array(get(diagnostic, "labels"))[0] }, places);
      // Only parse errors have no code.
      return { ...finding, code: finding.code ?? "parse-error" };
    });
    return found(output, findings);
  },
  configs: [".oxlintrc*", "oxlint.config.*", ".eslintignore"],
  silencers: ["(?:oxlint|eslint)-disable"],
  ruleUrl: (code) => {
    const [, plugin = "", rule = ""] = /^([a-z\d-]{1,40})\(([a-z\d-]{1,80})\)$/.exec(code) ?? [];
    if (rule === "") return null;
    return `https://oxc.rs/docs/guide/usage/linter/rules/${plugin.replace(/^eslint-plugin-|-eslint$/, "")}/${rule}.html`;
  },
};

const places = {
  file: "diagnostic.filename",
  line: "label.span.line",
  column: "label.span.column",
  code: "diagnostic.code",
  message: "diagnostic.message",
  severity: "diagnostic.severity",
};
