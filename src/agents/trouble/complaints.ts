import { RE2JS } from "re2js";
import { messageOf, TuttiError } from "../../base/error.ts";
import { troubles, type TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { Complaint } from "../agent.ts";
import { isErrorLine } from "./error-line.ts";
import { codeOfMessage } from "./problem.ts";

const codes = Object.keys(troubles) as TroubleCode[];

/** For the stderr of any program: a line has to have the form of an error and the words of one. */
export const genericComplaints: readonly Complaint[] = codes.map((code) => ({
  code,
  matches: (line) => codeOfLine(line) === code,
}));

// All of them ask for the same line, one after the other.
let asked: { readonly line: string; readonly code: TroubleCode | null } = { line: "", code: null };

function codeOfLine(line: string): TroubleCode | null {
  if (asked.line !== line) asked = { line, code: isErrorLine(line) ? codeOfMessage(line) : null };
  return asked.code;
}

/**
 * Complaints that a profile's author wrote down for one agent, in RE2 syntax; case does not count. They are taken at
 * their word: no form is asked for. The patterns have gone through `pattern` of the score before.
 */
export function complaintsFrom(
  patterns: Readonly<Partial<Record<TroubleCode, readonly string[]>>>,
): readonly Complaint[] {
  return codes.flatMap((code) => {
    const expressions = (patterns[code] ?? []).map(compiled);
    if (expressions.length === 0) return [];
    return [
      { code, matches: (line: string) => expressions.some((one) => one.matcher(line.slice(0, longestLine)).find()) },
    ];
  });
}

/** A matcher can't be interrupted: a line that goes on for ever would hold up the conductor. */
const longestLine = 4_000;

function compiled(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw new TuttiError(
      "bug.unexpected",
      `an error pattern was not checked before it was used: ${pattern}: ${messageOf(error)}`,
      {
        audience: "bug",
        cause: error,
      },
    );
  }
}
