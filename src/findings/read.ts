import type { FindingsFormat } from "../score/rule.ts";
import type { Reading } from "./finding.ts";
import { readLines } from "./lines.ts";
import { readPattern } from "./pattern.ts";
import { readSarif } from "./sarif.ts";

/** Longer output is not read: what is in it is not what a person or an agent would mend one by one. */
export const maxOutputBytes = 50 * 1024 * 1024;

export function readFindings(format: FindingsFormat, output: string): Reading {
  if (output.length > maxOutputBytes) return { kind: "unreadable", why: `it is longer than ${String(maxOutputBytes)} characters` };
  switch (format.kind) {
    case "sarif":
      return readSarif(output);
    case "lines":
      return readLines(output);
    case "pattern":
      return readPattern(output, format.pattern);
  }
}
