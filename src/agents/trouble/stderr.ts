import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { Complaint } from "../agent.ts";

export interface Found {
  readonly code: TroubleCode;
  readonly line: string;
  /** The line and its neighbours: a reset is often told in one of them. */
  readonly around: string;
}

/** The newest line that one of the complaints fits: what came before it the agent got over. */
export function complaintIn(stderr: string, complaints: readonly Complaint[]): Found | null {
  const lines = linesOf(stderr);
  for (let place = lines.length - 1; place >= 0; place--) {
    const line = lines[place] ?? "";
    const complaint = complaints.find(({ matches }) => matches(line));
    if (complaint !== undefined)
      return {
        code: complaint.code,
        line,
        around: lines.slice(Math.max(0, place - near), place + near + 1).join("\n"),
      };
  }
  return null;
}

export function lastLineOf(stderr: string): string {
  return linesOf(stderr).at(-1) ?? "";
}

const near = 10;
const mostLines = 400;

function linesOf(stderr: string): readonly string[] {
  return stderr
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-mostLines);
}
