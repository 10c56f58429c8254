import type { HealingView } from "../../api/contract/answers.ts";
import { clock, prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A remedy that was used. */
export function healingLine(
  terminal: Terminal,
  { number, code, name, at, what, steps, byPerson, undoneAt }: HealingView,
): string {
  const state = undoneAt === null ? "" : `, taken back ${clock(undoneAt)}`;
  const by = byPerson ? "by a person" : "by rule";
  return `${terminal.yellow(`remedy ${String(number)}`)} ${code} ${name} ${by} ${clock(at)}${state}: ${prose([what, ...steps].join("; "))}`;
}
