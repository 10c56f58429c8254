import type { FilledMessage } from "../../score/landing-plan.ts";
import { defused } from "./clean.ts";
import { subjectOf } from "./subject.ts";
import { type LandingFacts, askedTrailers, ownTrailers } from "./trailers.ts";

export interface MessageParts {
  /** What the score asks for, with its templates filled in. */
  readonly message: FilledMessage;
  /** Of the sheet. */
  readonly title: string;
  /** Paths that the landing changes. */
  readonly paths: readonly string[];
  readonly facts: LandingFacts;
}

/**
 * The message of a landed commit. The trailers are what recovery and `verify` read, so nothing else may look like one.
 */
export function landingMessage(parts: MessageParts): string {
  return joined(
    [subjectOf(parts), defused(parts.message.body ?? "")],
    [...askedTrailers(parts.message), ...ownTrailers(parts.facts)],
  );
}

/**
 * The message of an agent's own commit that is kept. `facts`: of the landing that it is a part of; `null` where another
 * commit, the merge that brings it, speaks for the landing.
 */
export function keptMessage(message: string, facts: LandingFacts | null): string {
  const said = defused(message);
  const text = said === "" ? "(untitled)" : said;
  if (facts === null) return `${text}\n`;
  const { before, trailers } = splitTrailers(text);
  return joined([before], [...trailers, ...ownTrailers(facts)]);
}

function joined(paragraphs: readonly string[], trailers: readonly string[]): string {
  return `${[...paragraphs.filter((text) => text !== ""), trailers.join("\n")].join("\n\n")}\n`;
}

/**
 * The trailers that a message ends with: ours join them, since git reads the last paragraph only. The subject is never
 * one.
 */
function splitTrailers(text: string): { readonly before: string; readonly trailers: readonly string[] } {
  const lines = text.split("\n");
  let start = lines.length;
  while (start > 1 && isTrailer(lines[start - 1] ?? "")) start -= 1;
  const isBlock = start > 1 && start < lines.length && lines[start - 1] === "";
  if (!isBlock) return { before: text, trailers: [] };
  return { before: lines.slice(0, start).join("\n").trimEnd(), trailers: lines.slice(start) };
}

function isTrailer(line: string): boolean {
  return /^[A-Za-z0-9-]+[ \t]*: ?\S/.test(line);
}
