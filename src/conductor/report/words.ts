import type { EpochMs } from "../../base/ids.ts";

/** A moment as programs and people in any place read it. */
export function moment(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A word of a command to be copied: a shell takes it as one. */
export function word(text: string): string {
  return /^[\w@%+:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The first few of a list, and how many more there are. */
export function some(items: readonly string[], most = 5): string {
  const rest = items.length - most;
  return rest > 0 ? `${items.slice(0, most).join(", ")} and ${String(rest)} more` : items.join(", ");
}

export function plural(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** What others wrote may end with a stop, or not. */
export function asSentence(text: string): string {
  const said = text.trimEnd();
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** What somebody wrote, fit to stand in a sentence. */
export function quoted(text: string, most = 120): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return `"${line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`}"`;
}

/** A limit to name in a command that allows more: twice what it was. */
export function maxCostFor(limitUsd: number | null): string {
  return limitUsd === null || limitUsd <= 0 ? "USD" : String(Math.ceil(limitUsd * 200) / 100);
}
