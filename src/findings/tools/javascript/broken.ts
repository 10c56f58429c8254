import { shownText } from "../../../base/shown-text.ts";
import type { Reading } from "../../finding.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { ToolOutput } from "../../tool.ts";

/** A run that broke says nothing of the project. `how`: what is wrong with it, where its code alone does not say so. */
export function broken({ stdout, stderr, code }: ToolOutput, how = ""): Reading {
  const said = telling(stderr) || telling(stdout);
  return { kind: "unreadable", why: [`it exited with ${String(code)}`, how, said === "" ? "" : `: ${said}`].join("") };
}

/** A run that went to its end and can't be trusted all the same. */
export function untrusted(why: string): Reading {
  return { kind: "unreadable", why: shownText(why, maxShown) };
}

const maxShown = 400;
const maxLines = 4;
// More than this is a log, and its beginning says why.
const maxLooked = 100_000;

/** The lines that such tools print before the error. */
const preamble =
  /^(?:Oops! Something went wrong|ESLint: \d|The `?-{0,2}json|\(node:\d|\(Use `node --trace|Node\.js v\d|at |JSON report|Unhandled Errors|Vitest caught|This might cause)/;
const drawing = /[\u2500-\u257f\u23af\u00d7]+/g;

/** The first lines that say something, on one. */
function telling(output: string): string {
  const lines: string[] = [];
  for (const line of outputLines(output.slice(0, maxLooked))) {
    const words = line.replaceAll(drawing, " ").trim();
    if (/[\p{L}\d]/u.test(words) && !preamble.test(words)) lines.push(words);
    if (lines.length === maxLines) break;
  }
  return shownText(lines.join(" "), maxShown);
}
