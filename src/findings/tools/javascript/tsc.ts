import { type Finding, type Reading, makeFinding } from "../../finding.ts";
import { array, get, jsonIn } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, found, untrusted } from "../config/reading.ts";
import { configuredBy, scripts } from "./node-project.ts";

const name = "tsc";

export const tsc: Tool = {
  name,
  program: "tsc",
  home: "node",
  looksAt: [...scripts, "*.json"],
  reach: "project",
  // Everything is in `everything`: `--build` must come first.
  args: [],
  // No build information, even in an incremental project.
  everything: ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", "/dev/null", "-p", "."],
  detect,
  read,
  configs: ["tsconfig*.json"],
  silencers: ["(?i)@ts-(?:ignore|expect-error|nocheck)"],
};

/** A configuration with references checks them only when built. */
function detect(project: ProjectView) {
  const found = configuredBy(project, ["tsconfig.json"]);
  if (found === null || array(get(jsonIn(plainJson(project.read("tsconfig.json") ?? "")), "references")).length === 0)
    return found;
  return {
    ...found,
    because: "tsconfig.json, which refers to others",
    everything: ["--build", "--noEmit", "--pretty", "false", "."],
  };
}

// Lazy: the first place is the finding's own.
const shape = /^(?:(.+?)\((\d{1,9}),(\d{1,9})\): )?(error|warning|message|suggestion) (TS\d{1,6}): (.*)$/s;

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
  return found(output, findings);
}

function findingOf(printed: string): Finding | null {
  const [, file, line, column, word, code, message] = shape.exec(printed) ?? [];
  if (code === undefined) return null;
  return makeFinding(name, { file, line, column, code, message, severity: word === "message" ? "info" : word });
}

/**
 * Wrong options, broken references or no files: it checked nothing, or the wrong files. Some numbers from 5000 are used
 * for sources too.
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

/** Without comments and trailing commas. */
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

/** A string, a comment, or one character. */
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
