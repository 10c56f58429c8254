import { seconds } from "../../base/seconds.ts";

/**
 * A text that a tool, an agent or a repository gave, fit for one line: what would break it or speak to a terminal is
 * written out.
 */
export function inLine(text: string): string {
  return text
    .replaceAll(/[\t\r\n]+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** An unknown cost is shown as unknown, never as 0. */
export function costText(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd >= 0.1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

/** Shown for a sheet that has not started. */
export const untried = "-";

export function timeText(ms: number | null): string {
  return ms === null ? "unknown" : seconds(ms);
}

export function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** By code units: the same order on every machine. */
export function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** As people know the first agent of a sheet that a tool can fix by itself. */
export const autofixer = "auto-fix";

/** Agents, each once. An agent that is a command is shown by its program, without the folder. */
export function agentWords(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(agentWord))];
}

export function agentWord(name: string): string {
  const base = name.startsWith("/") ? name.slice(name.lastIndexOf("/") + 1) : name;
  return base === "" ? name : base;
}
