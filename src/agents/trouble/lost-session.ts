import type { Heard } from "../run/heard.ts";

/**
 * The line in which an agent says that it does not have the session which it was to go on with; `null`: it says no such
 * thing, or its provider has answered, so that it did go on with one.
 */
export function lostSessionIn({ heard, stderr }: { readonly heard: Heard; readonly stderr: string }): string | null {
  if ((heard.usage?.outputTokens ?? 0) > 0) return null;
  const lines = [heard.problem?.message, heard.result?.text, ...stderr.split(/\r\n|\r|\n/).slice(-mostLines)];
  return lines.find((line) => typeof line === "string" && isLost(line.slice(0, longestLine))) ?? null;
}

function isLost(line: string): boolean {
  return shapes.some((shape) => shape.test(line));
}

const mostLines = 400;
const longestLine = 2_000;

const shapes: readonly RegExp[] = [
  // Claude Code; Codex says it of a rollout, which is the file of a session.
  /\bno (?:conversation|session|thread|rollout)s? (?:was |were )?found\b/i,
  /\bmissing rollout path\b|\brollout (?:\S{1,200} )?not found\b/i,
  // OpenCode, and Claude Code for what is no id at all.
  /\b(?:session|conversation|thread)(?: id)?(?: \S{1,80})? (?:was )?(?:not found|does not exist|no longer exists)\b/i,
  /--resume requires a valid session\b/i,
  // Gemini CLI.
  /\binvalid session (?:id|identifier)\b/i,
  /\b(?:no such|unknown) (?:session|conversation|thread)\b/i,
];
