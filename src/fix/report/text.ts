import { dollars, duration } from "../../base/text.ts";

/** Text of a tool, an agent or a repository on one line, with control characters escaped. */
export function inLine(text: string): string {
  return text
    .replaceAll(/[\t\r\n]+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Unknown is not 0. */
export function costText(usd: number | null): string {
  return usd === null ? "unknown" : dollars(usd);
}

export function timeText(ms: number | null): string {
  return ms === null ? "unknown" : duration(ms);
}

/** By code units: the same on every machine. */
export function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The tool's own fixes, as the first agent of a sheet. */
export const autofixer = "auto-fix";

/** Each once; a command is shown by its program, without the folder. */
export function agentWords(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(agentWord))];
}

export function agentWord(name: string): string {
  const base = name.startsWith("/") ? name.slice(name.lastIndexOf("/") + 1) : name;
  return base === "" ? name : base;
}
