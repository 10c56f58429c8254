import { shownText } from "../../../base/shown-text.ts";
import type { Finding, Reading } from "../../finding.ts";
import { get, jsonIn, records } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { ToolOutput } from "../../tool.ts";

/** A failed run says nothing about the project. `how`: what is wrong, beyond its exit code. */
export function broken({ stdout, stderr, code }: ToolOutput, how = ""): Reading {
  const said = telling(stderr) || telling(stdout);
  return { kind: "unreadable", why: [`it exited with ${code}`, how, said === "" ? "" : `: ${said}`].join("") };
}

/** A run that finished and can't be trusted. */
export function untrusted(why: string): Reading {
  return { kind: "unreadable", why: shownText(why, maxShown) };
}

/** Findings, unless there are none although the exit code says so. */
export function found(output: ToolOutput, findings: readonly Finding[]): Reading {
  return findings.length === 0 && output.code !== 0 ? broken(output, " without a finding") : { kind: "read", findings };
}

/** A list in JSON on stdout, at `path`; exit codes above 1 are failures. */
export function readList(output: ToolOutput, path: readonly string[], findingOf: (item: unknown) => Finding): Reading {
  const list = output.code > 1 ? undefined : get(jsonIn(output.stdout), ...path);
  return Array.isArray(list) ? found(output, records(list).map(findingOf)) : broken(output);
}

/** A tool may check a file once for each target it is part of. */
export function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

const maxShown = 400;
const maxLines = 4;
// A longer output is a log, and its beginning says why.
const maxLooked = 100_000;

/** Lines before the error. */
const preamble =
  /^(?:Oops! Something went wrong|ESLint: \d|The `?-{0,2}json|\(node:\d|\(Use `node --trace|Node\.js v\d|at |JSON report|Unhandled Errors|Vitest caught|This might cause)/;
const drawing = /[\u2500-\u257f\u23af\u00d7]+/g;

/** The first telling lines; of a Python traceback the last. */
function telling(output: string): string {
  if (output.includes("Traceback (most recent call last)"))
    return shownText(output.trimEnd().split("\n").slice(-2).join("\n"), maxShown);
  const lines: string[] = [];
  for (const line of outputLines(output.slice(0, maxLooked))) {
    const words = line.replaceAll(drawing, " ").trim();
    if (/[\p{L}\d]/u.test(words) && !preamble.test(words)) lines.push(words);
    if (lines.length === maxLines) break;
  }
  return shownText(lines.join(" "), maxShown);
}
