import type { Finding } from "../../../findings/finding.ts";
import { oneLine } from "../../../score/one-line.ts";
import type { ConcreteCommand } from "../../../score/rule.ts";
import type { Failure } from "../../place.ts";
import type { FindingsCheck } from "./run.ts";

/** What became of the findings that a rule is about. */
export interface Became {
  /** Of those that have to be gone. */
  readonly fixed: readonly Finding[];
  /** As they are now. */
  readonly remaining: readonly Finding[];
  readonly introduced: readonly Finding[];
}

export function toolFailure(command: ConcreteCommand, where: string, why: string): Failure {
  return {
    reason: `the tool itself failed on ${where}, so nothing is known: ${oneLine(command.shown)}: ${why}`,
    hint: "Run it by hand to see what it lacks",
  };
}

/** What an agent has to know of a result that does not do; the first line can stand alone. */
export function becameWords(
  { command, fixes, tool }: FindingsCheck,
  { fixed, remaining, introduced }: Became,
): Failure {
  const fresh =
    introduced.length === 0
      ? []
      : [
          `${oneLine(tool === "" ? command.shown : tool)} reports ${counted(introduced, "new finding")}:`,
          ...listed(introduced),
        ];
  const left =
    remaining.length === 0
      ? []
      : [
          `${String(remaining.length)} of ${counted([...fixed, ...remaining], "finding")} ${remaining.length === 1 ? "is" : "are"} still there:`,
          ...listed(remaining),
        ];
  const hint = fixes === null ? "Mend them; findings that the base has already don't count" : undefined;
  return { reason: [...fresh, ...left].join("\n"), ...(hint === undefined ? {} : { hint }) };
}

/** As many as an agent would mend in one go; a brief holds no more. */
const maxShown = 40;

function listed(findings: readonly Finding[]): readonly string[] {
  const lines = findings.slice(0, maxShown).map(lineOf);
  return findings.length > maxShown ? [...lines, `and ${String(findings.length - maxShown)} more`] : lines;
}

function lineOf({ file, line, column, code, message }: Finding): string {
  const place = `${file}${line === null ? "" : `:${String(line)}${column === null ? "" : `:${String(column)}`}`}`;
  return oneLine(`${place}: ${message}${code === null ? "" : ` [${code}]`}`);
}

function counted(findings: readonly Finding[], word: string): string {
  return `${String(findings.length)} ${word}${findings.length === 1 ? "" : "s"}`;
}
