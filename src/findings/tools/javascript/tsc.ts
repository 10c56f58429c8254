import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { jsonIn } from "../config/reading.ts";
import { broken, untrusted } from "./broken.ts";
import { configuredBy, scripts } from "./node-project.ts";

const name = "tsc";

export const tsc: Tool = {
  name,
  program: "tsc",
  home: "node",
  looksAt: [...scripts, "*.json"],
  reach: "project",
  // All of them stand in `everything`: the option that makes it follow references has to be the first.
  args: [],
  // Build information goes nowhere, even if the project is incremental.
  everything: ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", "/dev/null", "-p", "."],
  detect,
  read,
  silencers: ["(?i)@ts-(?:ignore|expect-error|nocheck)"],
};

/** A configuration that refers to others checks nothing of theirs unless they are built. */
function detect(project: ProjectView) {
  const found = configuredBy(project, ["tsconfig.json"]);
  if (found === null || !hasReferences(project.read("tsconfig.json") ?? "")) return found;
  return {
    ...found,
    because: "tsconfig.json, which refers to others",
    everything: ["--build", "--noEmit", "--pretty", "false", "."],
  };
}

// Lazy: the first place on a line is the finding's own, a message may quote others.
const placed = /^(.+?)\((\d{1,9}),(\d{1,9})\): (error|warning|message|suggestion) TS(\d{1,6}): (.*)$/s;
const unplaced = /^(error|warning|message) TS(\d{1,6}): (.*)$/s;

function read(output: ToolOutput): Reading {
  const findings: Finding[] = [];
  for (const line of outputLines(output.stdout)) {
    const finding = findingOf(line);
    const last = findings.at(-1);
    if (finding !== null) findings.push(finding);
    else if (last !== undefined && /^\s/.test(line))
      findings.splice(-1, 1, { ...last, message: `${last.message}\n${line.trimEnd()}` });
  }
  const wrong = findings.find(isAboutConfiguration);
  if (wrong !== undefined)
    return untrusted(
      `its configuration is wrong: ${wrong.file === "" ? "" : `${wrong.file}: `}${wrong.code ?? ""}: ${wrong.message}`,
    );
  if (output.code < 0 || output.code > 2 || hasCrashed(output)) return broken(output);
  return output.code !== 0 && findings.length === 0 ? broken(output, " without a finding") : { kind: "read", findings };
}

function findingOf(line: string): Finding | null {
  const [, file = "", row, column, word = "", number, message = ""] = placed.exec(line) ?? withoutPlace(line);
  if (number === undefined) return null;
  return {
    tool: name,
    file,
    line: row === undefined ? null : Number(row),
    column: column === undefined ? null : Number(column),
    code: `TS${number}`,
    message,
    severity: severityOf(word) ?? "info",
    fixable: false,
  };
}

function withoutPlace(line: string): readonly (string | undefined)[] {
  const [whole, word, number, message] = unplaced.exec(line) ?? [];
  return [whole, "", undefined, undefined, word, number, message];
}

/**
 * With options that it refuses, references that it can't follow or no files at all, it looks at no types, or at others
 * than it should. Numbers from 5000 are those of options, but some of them are used for sources too.
 */
function isAboutConfiguration({ file, code }: Finding): boolean {
  if (/(?:^|\/)tsconfig[^/]*\.json$/.test(file)) return true;
  const number = Number(code?.slice(2));
  return (
    (file === "" || file.endsWith(".json")) &&
    ((number >= 5000 && number < 7000) || number === 18_002 || number === 18_003)
  );
}

/** It prints nothing there by itself. */
function hasCrashed({ stderr }: ToolOutput): boolean {
  return stderr.split("\n", 1000).some((line) => /^\s+at \S/.test(line));
}

/** Whether a `tsconfig.json` says that there are other projects that this one is made of. */
function hasReferences(text: string): boolean {
  return array(get(jsonIn(plainJson(text)), "references")).length > 0;
}

/** Without what TypeScript allows there and JSON does not: comments, and commas with nothing behind them. */
function plainJson(text: string): string {
  const kept: string[] = [];
  let comma = -1;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    at = end;
    if (piece.startsWith("//") || piece.startsWith("/*") || piece.trim() === "") continue;
    if ((piece === "}" || piece === "]") && comma === kept.length - 1) kept.pop();
    if (piece === ",") comma = kept.length;
    kept.push(piece);
  }
  return kept.join("");
}

/** A string, a comment, or one character. What does not end ends with the text. */
function endOfPiece(text: string, start: number): number {
  if (text.startsWith("//", start)) return after(text, "\n", start + 2);
  if (text.startsWith("/*", start)) return after(text, "*/", start + 2);
  if (text[start] !== '"') return start + 1;
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at + what.length;
}
