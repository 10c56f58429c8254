import type { CommitSha, JobId } from "../base/ids.ts";
import { trailerText } from "../git/trailers.ts";
import type { LandingLevel } from "../sheet/state.ts";

export interface LandingMessage {
  readonly job: JobId;
  readonly sheet: string;
  readonly title: string;
  readonly attempt: number;
  readonly base: CommitSha;
  readonly level: LandingLevel;
}

const longestSubject = 72;

/** The message of a landed commit. The trailers are what recovery and `verify` read, so nothing else may look like one. */
export function landingMessage(parts: LandingMessage): string {
  return [
    subject(parts.title),
    "",
    `Tutti-Job: ${parts.job}`,
    `Tutti-Sheet: ${trailerText(parts.sheet)}`,
    `Tutti-Attempt: ${String(parts.attempt)}`,
    `Tutti-Base: ${parts.base}`,
    `Tutti-Validated: ${parts.level}`,
    "",
  ].join("\n");
}

function subject(title: string): string {
  const line = oneLine(title);
  const shown = line === "" ? "(untitled)" : line;
  const letters = Array.from(shown);
  return letters.length <= longestSubject ? shown : `${letters.slice(0, longestSubject - 1).join("")}…`;
}

/** Control characters become spaces: a title can't begin a line of its own. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}
