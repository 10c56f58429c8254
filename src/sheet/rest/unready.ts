import type { ErrorCode } from "../../base/error-codes.ts";

/** Something outside of every sheet that would make its attempts fail, found before the first one was paid for. */
export interface Unready {
  readonly code: ErrorCode & `ready.${string}`;
  /** The command, agent or remote that does not work. */
  readonly what: string;
  /** The parts that need it: sheets, a gate, the job. */
  readonly where: string;
  readonly why: string;
  /** An excerpt of what was printed, in lines; empty: nothing was run. */
  readonly output: string;
  /** The next step for a person, as a sentence. */
  readonly next: string;
}

/** One line: for logs, lists and the cause of a pause. */
export function unreadyWords(problems: readonly Unready[]): string {
  const [first] = problems;
  if (first === undefined) return "it is not ready to work";
  const rest = problems.length - 1;
  return `${first.what}: ${first.why}${rest === 0 ? "" : ` (and ${String(rest)} more)`}`;
}
