import { shownText } from "../base/shown-text.ts";
import type { ProcessEnd } from "../process/process.ts";

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
