import { unreachable } from "../base/error.ts";
import { shownText } from "../base/shown-text.ts";
import type { ProcessEnd } from "../process/process.ts";

export function endWords({ how }: ProcessEnd, timeoutMs: number): string {
  switch (how.kind) {
    case "exited":
      return `exited ${String(how.code)}`;
    case "signalled":
      return `was ended by ${how.signal}`;
    case "timed-out":
      return `did not end within ${String(timeoutMs / 1000)} s`;
    case "idle":
    case "silent":
      return "printed nothing for too long";
    case "cancelled":
      return "was cancelled";
    case "not-started":
      return `could not be started: ${how.reason}`;
    default:
      return unreachable(how);
  }
}

const shownTail = 600;

/** The end of both streams: some programs explain themselves on one, some on the other. */
export function outputTail({ stdout, stderr }: ProcessEnd): string {
  const ends = [stdout, stderr].map(lastOf).filter((text) => text !== "");
  return ends.length === 0 ? "" : `:\n${ends.join("\n")}`;
}

/** A character may take four bytes. */
function lastOf(output: Buffer): string {
  return shownText(
    output
      .subarray(-4 * shownTail)
      .toString("utf8")
      .trimEnd()
      .slice(-shownTail)
      .toWellFormed(),
  );
}
